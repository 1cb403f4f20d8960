import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { KeyProof } from './key-proof.ts';
import type { KeyPress } from './keys.ts';

/**
 * Accepts keys that a frame reports; `press` is called once this page has seen the key event itself. The focus stays in the page,
 * so that the next key needs no confirmation; a click into the frame returns it.
 */
export function useKeyProof(
  frame: RefObject<HTMLIFrameElement | null>,
  press: (key: KeyPress) => unknown,
): (claimed: KeyPress) => void {
  const [proof] = useState(() => new KeyProof());
  const take = useEffectEvent((event: KeyboardEvent) => void press(event));

  useEffect(() => {
    const stop = new AbortController();
    // Runs before every other key listener of the page.
    const options = { capture: true, signal: stop.signal };
    const down = (event: KeyboardEvent): void => {
      const is = proof.down(event);
      if (is === 'other') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (is === 'proven') take(event);
    };
    window.addEventListener('keydown', down, options);
    window.addEventListener('keyup', (event) => proof.up(event) === 'proven' && take(event), options);
    return () => stop.abort();
  }, [proof]);

  return (claimed) => {
    frame.current?.blur();
    proof.claim(claimed);
  };
}
