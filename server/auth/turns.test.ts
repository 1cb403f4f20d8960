import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('work for one key runs one at a time and in order, also after a failure; other keys do not wait', async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turns.run('a', async () => {
    seen.push('first begins');
    await gate.promise;
    seen.push('first ends');
    throw new Error('no');
  });
  const second = turns.run('a', () => Promise.resolve(seen.push('second')));
  await turns.run('b', () => Promise.resolve(seen.push('other')));
  expect(seen).toEqual(['first begins', 'other']);
  gate.resolve();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(seen).toEqual(['first begins', 'other', 'first ends', 'second']);
});
