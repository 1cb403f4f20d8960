import { expect, it } from 'vitest';
import { HeldBytes } from '#server/http/held-bytes.ts';
import { JsonText } from '#shared/json-text.ts';
import { MIB } from '#shared/limits.ts';
import { AnswerBudget } from './answer-budget.ts';

/** A budget, the bytes that the process counts for it, and calls that return results of a given size in MiB. */
function aBudget(totalMax = 64) {
  const held = new HeldBytes({ totalMax: totalMax * MIB, eachMax: totalMax * MIB });
  const holding = held.hold('a client');
  const budget = new AnswerBudget(() => holding);
  const atOnce = { now: 0, most: 0 };
  const call = async (mebibytes: number) => {
    atOnce.most = Math.max(atOnce.most, (atOnce.now += 1));
    await new Promise(setImmediate);
    atOnce.now -= 1;
    return { strokes: ['x'.repeat((mebibytes * MIB) / 2), new JsonText(`"${'y'.repeat((mebibytes * MIB) / 2)}"`)] };
  };
  const run = (mebibytes: number) =>
    budget.run(
      () => call(mebibytes),
      (outcome) => outcome,
    );
  return { run, held, holding, atOnce };
}

it('the rest of a batch is refused once its results are too large together', async () => {
  const { run, held, holding, atOnce } = aBudget();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => run(6)));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(outcomes.length - refused.length).toBeLessThanOrEqual(2 + atOnce.most);
  expect(outcomes.findIndex(({ status }) => status === 'rejected')).toBeGreaterThanOrEqual(3);
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'VALIDATION_FAILED' } });
  expect(atOnce.most).toBe(4);
  expect(held.total).toBeGreaterThan(18 * MIB);
  holding[Symbol.dispose]();
  expect(held.total).toBe(0);
});

it('small results are never refused and not counted for the process', async () => {
  const { run, held } = aBudget();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => run(0.01)));
  expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(held.total).toBe(0);
});

it('a response is refused as unavailable if the process cannot hold it with the others', async () => {
  const { run } = aBudget(2);
  await expect(run(3)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
