import { readFile, rm, writeFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const failureSchema = z.object({ name: z.string(), message: z.string() });
export type Failure = z.infer<typeof failureSchema>;

/** The results of a suite. Every skipped test has a reason, so that no test is left out unnoticed. */
const tallySchema = z.object({
  passed: z.int().min(0),
  /** Every failure, with the beginning of its message. The summary lists them, because it may be all that is left of a long output. */
  failed: z.array(failureSchema),
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** The first failures of tests that passed when they were run again. The summary lists them, too. */
  flaky: z.array(failureSchema),
});
export type Tally = z.infer<typeof tallySchema>;

const MAX_MESSAGE_LENGTH = 300;

/** The first line of an error message without terminal colours, at most 300 characters long. */
export function firstLine(message: string | undefined): string {
  return paragraph(message, 1);
}

/** The first lines of an error message that are not empty, in one line without terminal colours, at most 300 characters long. */
export function paragraph(message: string | undefined, lines: number): string {
  const words = stripVTControlCharacters(message ?? '')
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [line.trim().replaceAll(/\s+/gu, ' ')]))
    .slice(0, lines)
    .join('; ');
  return words.length > MAX_MESSAGE_LENGTH ? `${words.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : words;
}

/** Environment variable with the path of the file that a suite's reporter writes its tally to. */
export const TALLY_FILE = 'LECTERN_TALLY_FILE';

/** Writes the tally to the file that `TALLY_FILE` names. Does nothing if the variable is not set. */
export async function writeTally(tally: Tally): Promise<void> {
  const file = process.env[TALLY_FILE];
  if (file) await writeFile(file, JSON.stringify(tally));
}

/** Reads and deletes the tally of a suite. Returns null if the suite has not written one. */
export async function takeTally(file: string): Promise<Tally | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  await rm(file, { force: true });
  return text === null ? null : tallySchema.parse(JSON.parse(text));
}
