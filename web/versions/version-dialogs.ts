import type { Deck } from '#shared/decks.ts';

export interface VersionDialog {
  readonly show: 'list' | 'replace';
  readonly deck: Pick<Deck, 'id' | 'title'>;
  readonly changeable: boolean;
}

/** The open dialog about a deck's versions. It is kept outside components, because the menu unmounts when an item is chosen. */
let open: VersionDialog | null = null;
const listeners = new Set<() => void>();

export const versionDialogs = {
  open: (dialog: VersionDialog): void => set(dialog),
  close: (): void => set(null),
  current: (): VersionDialog | null => open,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function set(next: VersionDialog | null): void {
  open = next;
  for (const listener of listeners) listener();
}
