import { describe, expect, it } from 'vitest';
import { Gathering } from './gathering.ts';

/** Work that is done when it is let go; it notes what was done together, and refuses what is called «bad». */
function aGathering(weightMax = 100) {
  const done: string[][] = [];
  const release = Promise.withResolvers<void>();
  const gathering = new Gathering<string, number>({
    weigh: (item) => item.length,
    weightMax,
    work: async (items) => {
      await release.promise;
      if (items.includes('bad')) throw new Error('bad');
      return done.push([...items]);
    },
  });
  return { gathering, done, letGo: () => release.resolve() };
}

describe('what comes for one key', () => {
  it('while it is busy is done together, and all get the result', async () => {
    const { gathering, done, letGo } = aGathering();
    const all = Promise.all(['a', 'b', 'c'].map((item) => gathering.run('key', item)));
    letGo();
    expect(await all).toEqual([1, 2, 2]);
    expect(done).toEqual([['a'], ['b', 'c']]);
  });

  it('is cut where it becomes too heavy; one item is done however heavy', async () => {
    const { gathering, done, letGo } = aGathering(4);
    const all = Promise.all(['a', 'bb', 'cc', 'dddddd', 'e'].map((item) => gathering.run('key', item)));
    letGo();
    await all;
    expect(done).toEqual([['a'], ['bb', 'cc'], ['dddddd'], ['e']]);
  });

  it('is done one by one where one of them fails, and only that one is told so', async () => {
    const { gathering, done, letGo } = aGathering();
    const all = Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => gathering.run('key', item)));
    letGo();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(done).toEqual([['a'], ['b'], ['c']]);
  });

  it('does not wait for another key', async () => {
    const { gathering, done, letGo } = aGathering();
    const all = Promise.all([gathering.run('one', 'a'), gathering.run('two', 'b')]);
    letGo();
    await all;
    expect(done).toEqual([['a'], ['b']]);
  });
});
