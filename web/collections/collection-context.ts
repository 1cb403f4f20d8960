import { createContext, use } from 'react';
import type { Collection } from '#shared/collections.ts';

/** The collection whose page shows the decks; null in the library. */
export const ShownCollection = createContext<Collection | null>(null);

export const useShownCollection = (): Collection | null => use(ShownCollection);
