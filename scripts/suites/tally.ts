import { readFile, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** What a suite did. Every skipped test says why: a test that silently does not run is worse than none. */
const tallySchema = z.object({
  passed: z.int().min(0),
  failed: z.int().min(0),
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** Names of tests that failed at first and passed when they ran again: each has found something, and is named at the end. */
  flaky: z.array(z.string()),
});
export type Tally = z.infer<typeof tallySchema>;

/** The variable that tells a suite's reporter where to leave its tally. */
export const TALLY_FILE = 'LECTERN_TALLY_FILE';

export async function leaveTally(tally: Tally): Promise<void> {
  const file = process.env[TALLY_FILE];
  if (file) await writeFile(file, JSON.stringify(tally));
}

/** Takes the tally that a suite has left, or `null` when it died before. */
export async function takeTally(file: string): Promise<Tally | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  await rm(file, { force: true });
  return text === null ? null : tallySchema.parse(JSON.parse(text));
}
