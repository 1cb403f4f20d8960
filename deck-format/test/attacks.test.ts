import { describe, expect, test } from 'vitest';
import { bytesSource, examinePackage, openPackage, PackageError, type PackageFault } from '../src/index.ts';
import { nodeEngine } from '../src/node/index.ts';
import { aDeck } from './a-deck.ts';
import { attackName, type Attack } from './attack.ts';
import { attacks } from './attacks/index.ts';

const engines = [
  ['zlib', nodeEngine],
  ['web streams', {}],
] as const;

async function refusalOf(bytes: Uint8Array, options: object): Promise<PackageFault> {
  try {
    await (await openPackage(bytesSource(bytes), options)).verify();
  } catch (error) {
    if (error instanceof PackageError) return error.details;
    throw error;
  }
  throw new Error('The reader accepted the attack.');
}

function ruleOf(fault: PackageFault): Attack['rule'] {
  if ('rule' in fault) return fault.rule;
  return 'issues' in fault ? `at ${fault.issues[0]?.path ?? 'nowhere'}` : null;
}

/**
 * With `DecompressionStream`, bytes after the end of a stream are either `deflate-broken` or `deflate-trailing`, depending on the
 * engine.
 */
const sameRule = (rule: Attack['rule']): Attack['rule'] => (rule === 'deflate-trailing' ? 'deflate-broken' : rule);

test('the deck that all attacks are based on is valid', async () => {
  for (const [, engine] of engines) {
    const deck = await openPackage(bytesSource(aDeck()), engine);
    expect((await deck.verify()).entries.size).toBe(4);
    expect(await examinePackage(bytesSource(aDeck()), engine)).toMatchObject({ faults: [] });
  }
});

test('there are at least 80 attacks with unique names', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(80);
  expect(new Set(attacks.map(attackName)).size).toBe(attacks.length);
});

describe.each(engines)('with %s', (name, engine) => {
  const same = name === 'zlib' ? (rule: Attack['rule']) => rule : sameRule;

  test.each(attacks.map((attack) => [attackName(attack), attack] as const))('%s', async (_title, attack) => {
    const bytes = attack.make();
    const fault = await refusalOf(bytes, engine);
    expect([fault.code, same(ruleOf(fault))]).toEqual([attack.code, same(attack.rule)]);
    const { faults } = await examinePackage(bytesSource(bytes), engine);
    expect(faults).toContainEqual(fault);
  });
});
