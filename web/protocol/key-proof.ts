import type { KeyPress } from './keys.ts';

type PageKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isTrusted' | 'repeat'>;

/**
 * Confirms that a person pressed a key that a frame reports. Deck code can forge messages, and the page does not receive key
 * events of a focused frame. So the page takes the focus as soon as a key is claimed: if the key is really down, the browser
 * sends its keyup or its repetition to the page. Deck code cannot forge that event.
 */
export class KeyProof {
  #claimed: KeyPress | null = null;
  /** The key was confirmed by its repetition and is still down. */
  #isHeld = false;

  /** A frame reports that this key is down. The caller has already moved the focus to the page. */
  claim({ key, shiftKey }: KeyPress): void {
    this.#claimed = { key, shiftKey };
    this.#isHeld = false;
  }

  /** Handles a keydown of the page. `proven`: it is the claimed key; `swallow`: it repeats a key that has counted already. */
  down(event: PageKey): 'proven' | 'swallow' | 'other' {
    if (!this.#is(event)) return 'other';
    if (!event.repeat) {
      // Pressed again, in the page: an ordinary key.
      this.#claimed = null;
      return 'other';
    }
    if (this.#isHeld) return 'swallow';
    this.#isHeld = true;
    return 'proven';
  }

  /** Handles a keyup of the page. */
  up(event: PageKey): 'proven' | 'other' {
    if (!this.#is(event)) return 'other';
    this.#claimed = null;
    return this.#isHeld ? 'other' : 'proven';
  }

  #is({ key, shiftKey, isTrusted }: PageKey): boolean {
    return isTrusted && key === this.#claimed?.key && shiftKey === this.#claimed.shiftKey;
  }
}

/**
 * Calls `press` with each claimed key that this page has seen itself.
 *
 * @returns a function that stops listening
 */
export function listenForProof(proof: KeyProof, press: (key: KeyPress) => unknown): () => void {
  const stop = new AbortController();
  // Runs before every other key listener of the page.
  const options = { capture: true, signal: stop.signal };
  const down = (event: KeyboardEvent): void => {
    const is = proof.down(event);
    if (is === 'other') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (is === 'proven') press(event);
  };
  window.addEventListener('keydown', down, options);
  window.addEventListener('keyup', (event) => proof.up(event) === 'proven' && press(event), options);
  return () => stop.abort();
}
