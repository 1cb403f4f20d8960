import * as fc from 'fast-check';
import { bytesSource, openPackage, PackageError } from '../../src/index.ts';
import { nodeEngine } from '../../src/node/index.ts';
import { aDeck, deckEntries, described } from '../a-deck.ts';
import { attackName } from '../attack.ts';
import { containerAttacks } from '../attacks/index.ts';
import { mutate, mutation } from '../mutation.ts';
import { makeZip } from '../zip-maker.ts';
import { digestOf, REFUSED, type Verdict } from './readers.ts';

/** The verdict of this package's reader. */
export async function ourVerdict(archive: Uint8Array): Promise<Verdict> {
  try {
    const deck = await openPackage(bytesSource(archive), nodeEngine);
    const { entries } = await deck.verify();
    const files = await Promise.all([...entries.keys()].map(async (path) => [path, await deck.read(path)] as const));
    return digestOf(files);
  } catch (error) {
    if (error instanceof PackageError) return REFUSED;
    throw error;
  }
}

/** The attacks on the container with their names. Large ones are left out; other tests cover the limits. */
export function attackCases(): [string, Uint8Array][] {
  return containerAttacks
    .map((attack): [string, Uint8Array] => [attackName(attack), attack.make()])
    .filter(([, bytes]) => bytes.length < 4_000_000);
}

/** Randomly damaged decks. The same seed gives the same decks. */
export function damagedCases(count: number, seed: number): Uint8Array[] {
  const originals = [
    aDeck(),
    makeZip({ entries: deckEntries().map((entry) => described(entry)), comment: new TextEncoder().encode('a comment') }),
  ];
  const changes = fc.sample(fc.array(mutation, { minLength: 1, maxLength: 3 }), { numRuns: count, seed });
  return changes.map((list, at) => list.reduce(mutate, originals[at % originals.length] ?? new Uint8Array(0)));
}

/** Whether two readers accept an archive, but see different names or contents. */
export function disagree(verdicts: readonly Verdict[]): boolean {
  return new Set(verdicts.filter((verdict) => verdict !== REFUSED)).size > 1;
}
