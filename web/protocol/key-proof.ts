import type { KeyPress } from './keys.ts';

type PageKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'isTrusted' | 'repeat'>;

/**
 * Confirms that a person pressed a key that a frame reports. Deck code can forge messages, and the page does not receive key
 * events of a focused frame. So the page takes the focus as soon as a key is claimed: if the key is really down, the browser
 * sends its keyup or its repetition to the page. Deck code cannot forge that event.
 */
export class KeyProof {
  #claimed: KeyPress | null = null;
  /** The key was confirmed by its repetition and is still down. */
  #isHeld = false;
  /** Ctrl has been released since the claim, so it was held. */
  #wasControlHeld = false;

  /** The key that waits to be confirmed. Null: none. */
  get claimed(): KeyPress | null {
    return this.#claimed;
  }

  /** A frame reports that this key is down. The caller has already moved the focus to the page. */
  claim({ key, shiftKey, control = false }: KeyPress): void {
    this.#claimed = { key, shiftKey, control };
    this.#isHeld = false;
    this.#wasControlHeld = false;
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
    if (!this.#isControlled(event)) return 'other';
    this.#isHeld = true;
    return 'proven';
  }

  /** Handles a keyup of the page. */
  up(event: PageKey): 'proven' | 'other' {
    if (this.#claimed?.control === true && event.isTrusted && event.key === 'Control') this.#wasControlHeld = true;
    // While ⌘ is held, macOS does not report that another key is released. Then the release of ⌘ itself has to be enough.
    const isCommand = this.#claimed?.control === true && event.isTrusted && event.key === 'Meta';
    if (!isCommand && !this.#is(event)) return 'other';
    const isProven = (isCommand || this.#isControlled(event)) && !this.#isHeld;
    this.#claimed = null;
    return isProven ? 'proven' : 'other';
  }

  #is({ key, shiftKey, isTrusted }: PageKey): boolean {
    return isTrusted && key === this.#claimed?.key && shiftKey === this.#claimed.shiftKey;
  }

  /** Whether Ctrl or ⌘ is held, or was until now, if the claim says so. */
  #isControlled({ ctrlKey, metaKey }: PageKey): boolean {
    return this.#claimed?.control !== true || ctrlKey || metaKey || this.#wasControlHeld;
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
    const { claimed } = proof;
    const is = proof.down(event);
    if (is === 'other') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (is === 'proven' && claimed !== null) press(claimed);
  };
  const up = (event: KeyboardEvent): void => {
    // Before it is forgotten. The event can be the release of ⌘, which does not name the key.
    const { claimed } = proof;
    if (proof.up(event) === 'proven' && claimed !== null) press(claimed);
  };
  window.addEventListener('keydown', down, options);
  window.addEventListener('keyup', up, options);
  return () => stop.abort();
}
