import { useEffect, useEffectEvent, useState } from 'react';
import type { FrameHolder } from './frame-messages.ts';
import { KeyProof, listenForProof } from './key-proof.ts';
import type { KeyPress } from './keys.ts';

/**
 * Accepts keys that a frame reports; `press` is called once this page has seen the key event itself. The focus stays in the page,
 * so that the next key needs no confirmation; a click into the frame returns it.
 */
export function useKeyProof(frame: FrameHolder, press: (key: KeyPress) => unknown): (claimed: KeyPress) => void {
  const [proof] = useState(() => new KeyProof());
  const take = useEffectEvent((key: KeyPress) => void press(key));
  useEffect(() => listenForProof(proof, (key) => take(key)), [proof]);

  return (claimed) => {
    frame.current?.blur();
    proof.claim(claimed);
  };
}
