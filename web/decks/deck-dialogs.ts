import type { Deck } from '#shared/decks.ts';

/** A dialog about a deck: its versions, a new version, or the people with whom it is shared. */
export interface DeckDialog {
  readonly show: 'versions' | 'replace' | 'share';
  readonly deck: Pick<Deck, 'id' | 'title' | 'permissions'>;
}

/** The open dialog about a deck. It is kept outside components, because the menu unmounts when an item is chosen. */
let open: DeckDialog | null = null;
const listeners = new Set<() => void>();

export const deckDialogs = {
  open: (dialog: DeckDialog): void => set(dialog),
  close: (): void => set(null),
  current: (): DeckDialog | null => open,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function set(next: DeckDialog | null): void {
  open = next;
  for (const listener of listeners) listener();
}
