import type { KeyPress } from '#web/protocol/keys.ts';

/**
 * Passes keys pressed in this page to `press`, which returns whether it handled the key. Keys pressed in the frame arrive through
 * the bridge.
 *
 * @returns a function that stops listening
 */
export function listenForKeys(press: (key: KeyPress) => boolean): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // F5 is sent by clickers and must not reload the talk, even if a dialog is open or a text field has the focus.
    if (event.key === 'F5') event.preventDefault();
    else if (keepsItsKeys(event)) return;
    if (press(event)) event.preventDefault();
  };
  window.addEventListener('keydown', listen);
  return () => window.removeEventListener('keydown', listen);
}

function keepsItsKeys({ target, key }: KeyboardEvent): boolean {
  // Keys must not reach the stage behind a modal dialog.
  if (document.querySelector('dialog:modal') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="dialog"]') !== null) return true;
  return key === ' ' && target.closest('button, a') !== null;
}
