import { atom } from 'nanostores';
import type { Deck } from '#shared/decks.ts';

/** A dialog about a deck: its versions, a new version, the people with whom it is shared, its collections, an export, or whether to delete it. */
export interface DeckDialog {
  readonly show: 'versions' | 'replace' | 'share' | 'collect' | 'export' | 'delete';
  readonly deck: Pick<Deck, 'id' | 'title' | 'permissions'>;
  /** The version, if it is not the current one. For exports. */
  readonly versionId?: string | undefined;
}

/** The open dialog about a deck. It is kept outside components, because the menu unmounts when an item is chosen. */
export const $deckDialog = atom<DeckDialog | null>(null);

export const deckDialogs = {
  open: (dialog: DeckDialog): void => $deckDialog.set(dialog),
  close: (): void => $deckDialog.set(null),
};
