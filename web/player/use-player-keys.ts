import { useCallback, useEffect, useRef } from 'react';
import { type Command, commandFor, type KeyPress } from './keys.ts';

/**
 * Runs the player's keys, wherever the focus is: in this page, or in the frame, whose bridge passes them
 * on through the returned function. Text fields, menus and dialogs keep theirs.
 */
export function usePlayerKeys(run: (command: Command) => void, listening: boolean): (press: KeyPress) => void {
  const state = useRef({ run, listening });
  state.current = { run, listening };

  const press = useCallback((key: KeyPress): boolean => {
    const command = state.current.listening ? commandFor(key) : null;
    if (command !== null) state.current.run(command);
    return command !== null;
  }, []);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      // Even with a dialog open or in a text field, a clicker must not reload the talk.
      if (event.key === 'F5') event.preventDefault();
      else if (keepsItsKeys(event)) return;
      if (press(event)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [press]);

  return press;
}

function keepsItsKeys({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="dialog"]') !== null) return true;
  return key === ' ' && target.closest('button, a') !== null;
}
