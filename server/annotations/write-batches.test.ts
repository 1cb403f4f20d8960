import { describe, expect, it } from 'vitest';
import { WriteBatches } from './write-batches.ts';

/** A `WriteBatches` whose work waits for `letGo`. `done` lists the items of each finished call of `work`. The item `bad` makes a call fail. */
function someBatches(weightMax = 100) {
  const done: string[][] = [];
  const release = Promise.withResolvers<void>();
  const batches = new WriteBatches<string, number>({
    weigh: (item) => item.length,
    weightMax,
    work: async (items) => {
      await release.promise;
      if (items.includes('bad')) throw new Error('bad');
      return done.push([...items]);
    },
  });
  return { batches, done, letGo: () => release.resolve() };
}

describe('items for one key', () => {
  it('that arrive during a call of work are processed together, and all get the result', async () => {
    const { batches, done, letGo } = someBatches();
    const all = Promise.all(['a', 'b', 'c'].map((item) => batches.run('key', item)));
    letGo();
    expect(await all).toEqual([1, 2, 2]);
    expect(done).toEqual([['a'], ['b', 'c']]);
  });

  it('are split where they become too heavy; a single item may have any weight', async () => {
    const { batches, done, letGo } = someBatches(4);
    const all = Promise.all(['a', 'bb', 'cc', 'dddddd', 'e'].map((item) => batches.run('key', item)));
    letGo();
    await all;
    expect(done).toEqual([['a'], ['bb', 'cc'], ['dddddd'], ['e']]);
  });

  it('are processed one by one if one of them fails, and only that one is rejected', async () => {
    const { batches, done, letGo } = someBatches();
    const all = Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => batches.run('key', item)));
    letGo();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(done).toEqual([['a'], ['b'], ['c']]);
  });

  it('do not wait for items for another key', async () => {
    const { batches, done, letGo } = someBatches();
    const all = Promise.all([batches.run('one', 'a'), batches.run('two', 'b')]);
    letGo();
    await all;
    expect(done).toEqual([['a'], ['b']]);
  });
});
