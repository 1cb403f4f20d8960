import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { KeyProof } from './key-proof.ts';
import type { KeyPress } from './keys.ts';

/**
 * Takes keys that a frame says were pressed in it; `press` is called once this page has seen the key itself. The focus stays in
 * the page, so that the next key needs no proof; a click gives it back to the frame.
 */
export function useKeyProof(
  frame: RefObject<HTMLIFrameElement | null>,
  press: (key: KeyPress) => unknown,
): (claimed: KeyPress) => void {
  const [proof] = useState(() => new KeyProof());
  const take = useEffectEvent((event: KeyboardEvent) => void press(event));

  useEffect(() => {
    const stop = new AbortController();
    // Before everything else in the page that listens to keys.
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
