/**
 * `node deck-format/test/oracles/make-verdicts.ts`: reads every attack and many damaged decks with all oracles (other zip readers),
 * and writes their verdicts to verdicts.json, which is committed. With `--check`, it compares the verdicts with that file instead.
 * Needs python3.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { attackCases, damagedCases, disagree, ourVerdict } from './cases.ts';
import { npmReaders, REFUSED, verdictOf, type Verdict } from './readers.ts';

const TARGET = new URL('verdicts.json', import.meta.url);
const DAMAGED = 4000;
const SEED = 20_260_101;

async function pythonVerdicts(archives: readonly Uint8Array[]): Promise<Verdict[]> {
  const python = spawn('python3', [fileURLToPath(new URL('python-oracle.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output = text(python.stdout);
  for (const archive of archives) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(archive.length);
    python.stdin.write(length);
    if (!python.stdin.write(archive)) await new Promise((resolve) => python.stdin.once('drain', resolve));
  }
  python.stdin.end();
  return (await output).trim().split('\n');
}

async function allVerdicts(archive: Uint8Array, python: Verdict): Promise<Record<string, Verdict>> {
  const verdicts: Record<string, Verdict> = { ours: await ourVerdict(archive), python };
  for (const [name, read] of Object.entries(npmReaders)) verdicts[name] = await verdictOf(read, archive);
  return verdicts;
}

async function verdictsOn(archives: readonly Uint8Array[]): Promise<Record<string, Verdict>[]> {
  const python = await pythonVerdicts(archives);
  const all: Record<string, Verdict>[] = [];
  for (const [at, archive] of archives.entries()) all.push(await allVerdicts(archive, python[at] ?? REFUSED));
  return all;
}

/** The number of archives that each reader accepts. */
function acceptedBy(all: readonly Record<string, Verdict>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const verdicts of all)
    for (const [name, verdict] of Object.entries(verdicts)) counts[name] = (counts[name] ?? 0) + (verdict === REFUSED ? 0 : 1);
  return counts;
}

const attackList = attackCases();
const onAttacks = await verdictsOn(attackList.map(([, bytes]) => bytes));
const onDamaged = await verdictsOn(damagedCases(DAMAGED, SEED));
const ambiguous = [...onAttacks, ...onDamaged].filter(
  ({ ours = REFUSED, ...others }) => ours !== REFUSED && disagree([ours, ...Object.values(others)]),
);
const made = {
  python: execFileSync('python3', ['--version'], { encoding: 'utf8' }).trim(),
  attacks: {
    count: attackList.length,
    accepted: acceptedBy(onAttacks),
    disagreements: onAttacks.filter((all) => disagree(Object.values(all))).length,
  },
  damaged: {
    count: DAMAGED,
    seed: SEED,
    accepted: acceptedBy(onDamaged),
    disagreements: onDamaged.filter((all) => disagree(Object.values(all))).length,
  },
  verdicts: Object.fromEntries(attackList.map(([name], at) => [name, onAttacks[at]])),
};
if (ambiguous.length > 0) throw new Error(`Our reader accepts ${ambiguous.length} archives that oracles read differently.`);
if (process.argv.includes('--check')) check(JSON.parse(readFileSync(TARGET, 'utf8')) as typeof made);
else writeFileSync(TARGET, `${JSON.stringify(made, null, 2)}\n`);

/** Verdicts of Python are only compared if its version is the same, because its reader changes even between patch versions. */
function check(committed: typeof made): void {
  const isSamePython = committed.python === made.python;
  if (!isSamePython)
    process.stderr.write(
      `The verdicts of ${made.python} are not compared, because those in the file are of ${committed.python}.\n`,
    );
  const ofPython = new Set(['python', 'disagreements']);
  const compared = (verdicts: typeof made): unknown =>
    JSON.parse(JSON.stringify(verdicts), (key, value: unknown) => (!isSamePython && ofPython.has(key) ? undefined : value));
  if (!isDeepStrictEqual(compared(committed), compared(made)))
    throw new Error('The verdicts have changed. Write verdicts.json again and check the differences.');
}
