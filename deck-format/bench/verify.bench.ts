/**
 * Compares the verification of a deck of 90 MB with `unzip -t` on the same file: `node deck-format/bench/verify.bench.ts [runs]`.
 * Prints the medians, the peak memory and the longest pause of the event loop.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openPackage } from '../src/index.ts';
import { nodeEngine, openFileSource, packFilesTo, type Content } from '../src/node/index.ts';

const MB = 1_000_000;
const RUNS = Number(process.argv[2] ?? 5);

/**
 * Incompressible bytes, or with `letters` Base64 text, which compresses to three quarters. The same seed gives the same bytes.
 */
function noise(length: number, seed: number, letters = false): Uint8Array {
  const chunks: Buffer[] = [];
  let hash = createHash('sha512').update(String(seed)).digest();
  for (let made = 0; made < length; made += chunks.at(-1)?.length ?? 0) {
    hash = createHash('sha512').update(hash).digest();
    chunks.push(letters ? Buffer.from(hash.toString('base64')) : hash);
  }
  return Buffer.concat(chunks).subarray(0, length);
}

function deckFiles(): Map<string, Content> {
  const files = new Map<string, Content>();
  for (let at = 0; at < 100; at++) files.set(`slides/${at}.html`, noise(100_000, at, true));
  for (let at = 0; at < 10; at++) files.set(`data/${at}.json`, noise(5 * MB, at + 1000, true));
  for (let at = 0; at < 3; at++) files.set(`media/${at}.mp4`, noise(15 * MB, at + 2000));
  return files;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

async function timed(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Peak memory in MB of a separate process that verifies a file. */
function peakOf(verified: string): number {
  const entry = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `import { openPackage } from ${entry('../src/index.ts')}; import { nodeEngine, openFileSource } from ${entry('../src/node/index.ts')};
    await using source = await openFileSource(${JSON.stringify(verified)});
    await (await openPackage(source, nodeEngine)).verify();
    console.log(process.resourceUsage().maxRSS);`;
  return (Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })) * 1024) / MB;
}

const folder = mkdtempSync(join(tmpdir(), 'stage-bench-'));
const file = join(folder, 'deck.stage');
try {
  const slides = Array.from({ length: 100 }, (_, at) => ({ file: `slides/${at}.html` }));
  await packFilesTo(file, { title: 'Ninety megabytes', files: deckFiles(), slides });
  const ours: number[] = [];
  const theirs: number[] = [];
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  for (let run = 0; run < RUNS; run++) {
    ours.push(
      await timed(async () => {
        await using source = await openFileSource(file);
        await (await openPackage(source, nodeEngine)).verify();
      }),
    );
  }
  pauses.disable();
  for (let run = 0; run < RUNS; run++) theirs.push(await timed(() => execFileSync('unzip', ['-tqq', file])));
  print(`${(statSync(file).size / MB).toFixed(1)} MB, median of ${RUNS} runs`);
  print(`verify    ${median(ours).toFixed(0)} ms`);
  print(`unzip -t  ${median(theirs).toFixed(0)} ms`);
  print(`ratio     ${(median(ours) / median(theirs)).toFixed(2)}`);
  const small = join(folder, 'small.stage');
  await packFilesTo(small, { title: 'Small', files: new Map([['a.html', noise(1000, 1, true)]]) });
  print(
    `peak memory of a process: ${peakOf(file).toFixed(0)} MB, with a deck of 1 KB ${peakOf(small).toFixed(0)} MB; longest pause of the event loop ${(pauses.max / 1e6).toFixed(0)} ms`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
