/**
 * Measures how much reading the text of slides adds to an upload: the time that is spent on texts while a package is verified, compared with the rest of
 * an upload over HTTP, in turn. Reading may add at most 15 %.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPackage } from 'deck-format';
import { nodeEngine, openFileSource } from 'deck-format/node';
import { plainDeck } from '#e2e/support/decks.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import * as real from '#e2e/support/real-decks.ts';
import { SlideTexts } from '#server/packages/reading/slide-texts.ts';
import { signedIn, upload } from './support/bench-user.ts';
import { median } from './support/statistics.ts';

const RUNS = 15;
const MAX_SHARE = 0.15;
const LONG_SLIDE = `<h1>Figures</h1>${'<p>A line of a talk with some <b>words</b> in it.</p>'.repeat(40)}`;
const KINDS = {
  'reveal.js': real.revealDeck,
  'reveal.js, split': real.splitRevealDeck,
  'impress.js': real.impressDeck,
  Slidev: real.slidevDeck,
  Marp: real.marpDeck,
  remark: real.remarkDeck,
  Shower: real.showerDeck,
  '200 slides of 40 lines': () => plainDeck({ slides: Array.from({ length: 200 }, () => LONG_SLIDE) }),
};

async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

/** Verifies a package as the service does. @returns the time that was spent on its texts, in milliseconds */
async function timeOfTexts(path: string): Promise<number> {
  await using source = await openFileSource(path);
  const opened = await openPackage(source, nodeEngine);
  const texts = new SlideTexts(opened.manifest);
  let spent = 0;
  const timing = <Args extends unknown[]>(task: (...args: Args) => unknown) =>
    function timedTask(...args: Args): void {
      const started = performance.now();
      task(...args);
      spent += performance.now() - started;
    };
  await opened.verify({ contents: { paths: texts.paths, maxBytes: texts.maxBytes, read: timing(texts.read) } });
  timing(() => texts.found())();
  return spent;
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  await using lectern = await startLectern({ RENDERER_BROWSER: 'off' });
  const headers = await signedIn(lectern);
  for (const [kind, make] of Object.entries(KINDS)) {
    const path = join(folder, 'deck.stage');
    await writeFile(path, await make());
    const spent: number[] = [];
    const uploads: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      spent.push(await timeOfTexts(path));
      uploads.push(await timed(() => upload(lectern, headers, path)));
    }
    const added = median(spent);
    const share = added / (median(uploads) - added);
    console.log(
      `${kind}: an upload takes ${median(uploads).toFixed(1)} ms, of which reading texts ${added.toFixed(1)} ms: ${(share * 100).toFixed(1)} % more`,
    );
    if (share > MAX_SHARE) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true });
}
