import type { Icon } from '@tabler/icons-react';
import type { FoundPlace } from '#web/decks/slide-address.ts';

/** Something that the user can do from the palette. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** Other names by which it is found. */
  readonly names?: readonly string[];
  readonly Icon: Icon;
  /** The key that does the same, as it is shown. */
  readonly shortcut?: string;
  readonly run: () => void;
}

/** What the page under the palette shows and can do. */
export interface PaletteHere {
  readonly deckId: string;
  /** Goes to a slide of this deck without leaving the page. Without it, its address is opened. */
  readonly goTo?: (place: FoundPlace) => void;
  readonly commands: readonly PaletteCommand[];
}
