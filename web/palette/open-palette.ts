import { atom } from 'nanostores';

/** Whether the palette is open. It is kept outside components, because buttons and keys in several pages open it. */
export const $isPaletteOpen = atom(false);

export const palette = {
  open: (): void => $isPaletteOpen.set(true),
  close: (): void => $isPaletteOpen.set(false),
};
