/**
 * Asks every oracle about every attack and about damaged decks: `node deck-format/test/oracles/make-verdicts.ts`.
 * Needs python3. Writes verdicts.json, which is committed; with `--check` compares instead, exit code 0 or 1.
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

/** How many of the archives each reader lets through. */
function letThrough(all: readonly Record<string, Verdict>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const verdicts of all)
    for (const [name, verdict] of Object.entries(verdicts)) counts[name] = (counts[name] ?? 0) + (verdict === REFUSED ? 0 : 1);
  return counts;
}

const attackList = attackCases();
const onAttacks = await verdictsOn(attackList.map(([, bytes]) => bytes));
const onDamaged = await verdictsOn(damagedCases(DAMAGED, SEED));
const openDisagreements = [...onAttacks, ...onDamaged].filter(
  ({ ours = REFUSED, ...others }) => ours !== REFUSED && disagree([ours, ...Object.values(others)]),
);
const made = {
  python: execFileSync('python3', ['--version'], { encoding: 'utf8' }).trim(),
  attacks: {
    count: attackList.length,
    letThrough: letThrough(onAttacks),
    disagreements: onAttacks.filter((all) => disagree(Object.values(all))).length,
  },
  damaged: {
    count: DAMAGED,
    seed: SEED,
    letThrough: letThrough(onDamaged),
    disagreements: onDamaged.filter((all) => disagree(Object.values(all))).length,
  },
  verdicts: Object.fromEntries(attackList.map(([name], at) => [name, onAttacks[at]])),
};
if (openDisagreements.length > 0)
  throw new Error(`Ours accepts ${openDisagreements.length} archives that oracles read differently.`);
if (process.argv.includes('--check')) check(JSON.parse(readFileSync(TARGET, 'utf8')) as typeof made);
else writeFileSync(TARGET, `${JSON.stringify(made, null, 2)}\n`);

/** Python's reader comes with the machine and changes even between its smallest versions; the others are locked. */
function check(committed: typeof made): void {
  const isSamePython = committed.python === made.python;
  if (!isSamePython)
    process.stderr.write(`Verdicts of ${made.python} are not compared: the committed ones are of ${committed.python}.\n`);
  const ofPython = new Set(['python', 'disagreements']);
  const compared = (verdicts: typeof made): unknown =>
    JSON.parse(JSON.stringify(verdicts), (key, value: unknown) => (!isSamePython && ofPython.has(key) ? undefined : value));
  if (!isDeepStrictEqual(compared(committed), compared(made)))
    throw new Error('The oracles have changed their minds: make verdicts.json anew and look at the difference.');
}
