import { atom } from 'nanostores';

/** The last export of each deck that this page has asked for. Kept outside components, because exports outlast their dialog. */
export const $exports = atom<ReadonlyMap<string, string>>(new Map());

export const deckExports = {
  keep: (deckId: string, exportId: string): void => $exports.set(new Map([...$exports.get(), [deckId, exportId]])),
  forget: (deckId: string): void => $exports.set(new Map([...$exports.get()].filter(([id]) => id !== deckId))),
};
