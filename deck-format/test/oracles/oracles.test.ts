import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { attackCases, damagedCases, disagree, ourVerdict } from './cases.ts';
import { unusualDecks } from '../unusual-decks.ts';
import { npmReaders, REFUSED, verdictOf } from './readers.ts';

const verdicts = z
  .object({ verdicts: z.record(z.string(), z.record(z.string(), z.string())) })
  .parse(JSON.parse(readFileSync(new URL('verdicts.json', import.meta.url), 'utf8'))).verdicts;

test('verdicts.json contains every attack on the container, and our reader refuses all of them', () => {
  expect(Object.keys(verdicts).toSorted()).toEqual(
    attackCases()
      .map(([name]) => name)
      .toSorted(),
  );
  expect(Object.values(verdicts).filter(({ ours }) => ours !== REFUSED)).toEqual([]);
});

test('other readers disagree with each other on some attacks', () => {
  expect(Object.values(verdicts).filter((all) => disagree(Object.values(all))).length).toBeGreaterThan(5);
});

test('the readers of npm agree with ours on damaged decks that ours accepts', async () => {
  let accepted = 0;
  for (const archive of damagedCases(1000, Date.now() % 2 ** 31)) {
    const ours = await ourVerdict(archive);
    if (ours === REFUSED) continue;
    accepted++;
    for (const [name, read] of Object.entries(npmReaders)) {
      expect({ name, verdict: await verdictOf(read, archive), archive: Buffer.from(archive).toString('base64') }).toMatchObject({
        verdict: expect.toBeOneOf([ours, REFUSED]) as unknown,
      });
    }
  }
  expect(accepted).toBeGreaterThan(10);
});

test('the readers of npm see the same deck as ours in unusual but valid packages', async () => {
  for (const [at, archive] of unusualDecks().entries()) {
    const ours = await ourVerdict(archive);
    expect(ours).not.toBe(REFUSED);
    for (const [name, read] of Object.entries(npmReaders))
      expect([ours, REFUSED], `${name}, deck ${String(at)}`).toContain(await verdictOf(read, archive));
  }
});

test('all readers agree on the packages of other writers', async () => {
  const folder = new URL('../fixtures/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const archive = new Uint8Array(readFileSync(new URL(name, folder)));
    const ours = await ourVerdict(archive);
    expect(ours).not.toBe(REFUSED);
    // Info-ZIP and 7-Zip do not set the UTF-8 flag, so other readers decode "größe" as code page 437.
    if (!/info-zip|seven/.test(name))
      for (const read of Object.values(npmReaders)) expect([ours, REFUSED]).toContain(await verdictOf(read, archive));
  }
});
