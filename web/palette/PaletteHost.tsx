import { useStore } from '@nanostores/react';
import { Suspense, useEffect } from 'react';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { isSearchKey } from '#web/protocol/search-key.ts';
import { $isPaletteOpen, palette } from './open-palette.ts';
import type { PaletteHere } from './palette-command.ts';

const Palette = lazyPart(async () => (await withLaterTexts(() => import('./Palette.tsx'))).Palette);

/** The palette of a page, loaded when it is opened for the first time: by its key or by `palette.open`. */
export function PaletteHost({ here }: { here?: PaletteHere }) {
  const isOpen = useStore($isPaletteOpen);
  useEffect(() => {
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      palette.close();
    };
  }, []);
  return <Suspense>{isOpen && <Palette here={here} onClose={palette.close} />}</Suspense>;
}

function listen(event: KeyboardEvent): void {
  // A dialog that waits for an answer, or a menu, keeps the keys.
  if (!isSearchKey(event) || document.querySelector('dialog:modal:not(.palette), [role="menu"]') !== null) return;
  event.preventDefault();
  if (!event.repeat) $isPaletteOpen.set(!$isPaletteOpen.get());
}
