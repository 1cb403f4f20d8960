import { atom } from 'nanostores';
import { whenConnected } from '#web/lib/when-connected.ts';
import { newDecks } from '#web/uploads/new-decks.ts';
import { uploadVisibility } from '#web/uploads/upload-visibility.ts';
import type { DeckSource, DroppedItem } from './deck-source.ts';

interface PackRequest {
  readonly id: number;
  readonly source: DeckSource;
}

/** What was dropped or chosen to become new decks and is not packed yet. The dialog shows the first one. */
export const $packRequests = atom<readonly PackRequest[]>([]);
let nextId = 1;

export const packRequests = {
  /** Uploads packages, and opens the dialog for everything else. */
  receive: async (items: readonly DroppedItem[]): Promise<void> => {
    const visibility = uploadVisibility();
    const files = items.filter(isPackageFile);
    if (files.length === items.length) return newDecks.add(files, visibility);
    const { sortItems } = await whenConnected(() => import('./deck-source.ts'));
    const { packages, sources } = await sortItems(items);
    $packRequests.set([...$packRequests.get(), ...sources.map((source) => ({ id: nextId++, source }))]);
    await newDecks.add(packages, visibility);
  },

  /** Removes the first one. */
  next: (): void => $packRequests.set($packRequests.get().slice(1)),
};

function isPackageFile(item: DroppedItem): item is File {
  return item instanceof File && item.name.endsWith('.stage');
}
