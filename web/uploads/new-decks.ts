import { atom } from 'nanostores';
import type { Visibility } from '#shared/decks.ts';
import type { SameDeck } from './same-deck.ts';
import { uploadQueue } from './upload-queue.ts';

/** A file that is not uploaded before its user has decided what becomes of it. */
export interface MatchedFile extends SameDeck {
  readonly id: number;
  readonly file: File;
  /** Who can see the deck, if it becomes a separate one. */
  readonly visibility: Visibility;
}

/** Without an answer in this time, files are uploaded as new decks. */
const ANSWER_WITHIN_MS = 5000;
/** The files that very probably are new versions of decks that the user may edit. */
export const $matchedFiles = atom<readonly MatchedFile[]>([]);
let nextId = 1;

export const newDecks = {
  /** Uploads packages as new decks. Those that very probably are new versions of existing decks wait in `$matchedFiles`. */
  add: async (files: readonly File[], visibility: Visibility): Promise<void> => {
    const matched: MatchedFile[] = [];
    const unmatched: File[] = [];
    const matches = await matchesOf(files);
    files.forEach((file, at) => {
      const match = matches[at] ?? null;
      if (match === null) unmatched.push(file);
      else matched.push({ ...match, id: nextId++, file, visibility });
    });
    uploadQueue.add(unmatched, visibility);
    $matchedFiles.set([...$matchedFiles.get(), ...matched]);
  },

  /** The user has decided about these files. */
  forget: (files: readonly MatchedFile[]): void => {
    $matchedFiles.set($matchedFiles.get().filter((file) => !files.includes(file)));
  },
};

/** If the question cannot be answered, there is no match: the upload itself reports what is wrong. */
async function matchesOf(files: readonly File[]): Promise<readonly (SameDeck | null)[]> {
  if (files.length === 0) return [];
  try {
    const { findSameDecks } = await import('./find-same-decks.ts');
    return await findSameDecks(files, AbortSignal.timeout(ANSWER_WITHIN_MS));
  } catch {
    return [];
  }
}
