import { useEffect, useEffectEvent } from 'react';
import type { KeyPress } from '#web/protocol/keys.ts';

/** Hands over the keys pressed in this page; those pressed in the frame come through the bridge. `press` says whether it took one. */
export function usePlayerKeys(press: (key: KeyPress) => boolean): void {
  const take = useEffectEvent(press);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      // Even with a dialog open or in a text field, a clicker must not reload the talk.
      if (event.key === 'F5') event.preventDefault();
      else if (keepsItsKeys(event)) return;
      if (take(event)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function keepsItsKeys({ target, key }: KeyboardEvent): boolean {
  // Whatever has the focus: what is behind a dialog does not move.
  if (document.querySelector('dialog:modal') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="dialog"]') !== null) return true;
  return key === ' ' && target.closest('button, a') !== null;
}
