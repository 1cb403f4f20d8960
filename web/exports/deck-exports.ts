import { atom } from 'nanostores';
import { z } from 'zod/mini';

const KEY = 'lectern.exports';
const keptSchema = z.array(z.tuple([z.string(), z.string()]));

/**
 * The last export of each deck that was asked for in this tab. Kept outside components, because exports outlast their dialog, and in the
 * tab's storage, because they outlast its pages. Only the user who asked for an export can see it.
 */
export const $exports = atom<ReadonlyMap<string, string>>(read());

export const deckExports = {
  keep: (deckId: string, exportId: string): void => write(new Map([...$exports.get(), [deckId, exportId]])),
  forget: (deckId: string): void => write(new Map([...$exports.get()].filter(([id]) => id !== deckId))),
};

function write(exports: ReadonlyMap<string, string>): void {
  $exports.set(exports);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...exports]));
  } catch {
    // Without storage, a reload forgets them.
  }
}

function read(): ReadonlyMap<string, string> {
  try {
    return new Map(keptSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]')));
  } catch {
    return new Map();
  }
}
