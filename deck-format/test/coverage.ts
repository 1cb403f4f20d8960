/**
 * `node deck-format/test/coverage.ts`: measures how much of the reader is covered by the attacks and the valid packages. Counts V8's
 * blocks (functions and branches) of the code that opens, reads and verifies packages, and prints those that were not run. The exit
 * code is 1 below 100 %.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const SOURCE = new URL('../src/', import.meta.url).href;
const READER =
  /^(?:zip\/|manifest\/(?!capabilities|issue-message)|verify|read-entry|package|examine|inflate|paths|checksum|errors|source|entry|rules|limits|node\/engine)/;

/** Code that no input reaches. The compiler requires it, for example for an index that is known to be valid. */
const FOR_THE_COMPILER =
  /^(?:\?\? 0$|: 'it cannot be parsed'$|throw new TypeError\('zlib returned|return 'The manifest is not valid.'|return;\s*\}$)/;

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
await runEverything();
const { result } = await session.post('Profiler.takePreciseCoverage');

let blocks = 0;
let missed = 0;
for (const { url, functions } of result) {
  const path = url.startsWith(SOURCE) ? url.slice(SOURCE.length) : '';
  if (!READER.test(path)) continue;
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const ranges: Range[] = functions.flatMap((found) => found.ranges);
  blocks += ranges.length;
  for (const range of ranges.filter(({ count }) => count === 0)) {
    if (FOR_THE_COMPILER.test(text.slice(range.startOffset, range.endOffset).trim())) {
      blocks--;
      continue;
    }
    missed++;
    const line = text.slice(0, range.startOffset).split('\n').length;
    process.stdout.write(
      `not run  ${path}:${line}  ${text.slice(range.startOffset, Math.min(range.endOffset, range.startOffset + 90)).replaceAll(/\s+/g, ' ')}\n`,
    );
  }
}
process.stdout.write(`${blocks - missed} of ${blocks} blocks (${((100 * (blocks - missed)) / blocks).toFixed(1)} %)\n`);
process.exitCode = missed === 0 ? 0 : 1;

/**
 * Runs the attacks, the valid decks and the packages of other writers with both engines, with `openPackage` and `examinePackage`.
 */
async function runEverything(): Promise<void> {
  const { bytesSource, examinePackage, openPackage } = await import('../src/index.ts');
  const { nodeEngine } = await import('../src/node/index.ts');
  const { attacks } = await import('./attacks/index.ts');
  const { npmWriters } = await import('./writers/npm-writers.ts');
  const { writerFiles } = await import('./writers/writer-files.ts');
  const folder = new URL('fixtures/', import.meta.url);
  const packages: Uint8Array[] = readdirSync(folder).map((name) => Uint8Array.from(readFileSync(new URL(name, folder))));
  for (const [, write] of npmWriters) packages.push(await write(writerFiles()));
  const { decksWithUnmarkedNames, unusualDecks } = await import('./unusual-decks.ts');
  const { scenarios } = await import('./scenarios.ts');
  for (const run of scenarios) await run().catch(() => undefined);
  for (const bytes of [...packages, ...unusualDecks(), ...decksWithUnmarkedNames(), ...attacks.map(({ make }) => make())]) {
    for (const engine of [nodeEngine, {}]) {
      await openPackage(bytesSource(bytes), engine)
        .then(
          (deck) => deck.verify(),
          () => undefined,
        )
        .catch(() => undefined);
      await examinePackage(bytesSource(bytes), engine);
    }
  }
}
