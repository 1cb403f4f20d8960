import type { KeyPress } from './keys.ts';

type PageKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isTrusted' | 'repeat'>;

/**
 * Proves that a key which a frame says was pressed in it was pressed by a person. Deck code can forge what a frame says, and
 * the page does not hear keys that go to a frame. So the page takes the focus as soon as a key is claimed: if it is really
 * down, the browser delivers its release, or its repetition, to the page itself. No deck can forge that event.
 */
export class KeyProof {
  #claimed: KeyPress | null = null;
  /** The key has been proven by its repetition, and is still down. */
  #isHeld = false;

  /** A frame says that this key is down. The caller has taken the focus. */
  claim({ key, shiftKey }: KeyPress): void {
    this.#claimed = { key, shiftKey };
    this.#isHeld = false;
  }

  /** A key goes down in the page. `proven`: it is the claimed one; `swallow`: it repeats one that has counted already. */
  down(event: PageKey): 'proven' | 'swallow' | 'other' {
    if (!this.#is(event)) return 'other';
    if (!event.repeat) {
      // It is pressed again, in the page: an ordinary key.
      this.#claimed = null;
      return 'other';
    }
    if (this.#isHeld) return 'swallow';
    this.#isHeld = true;
    return 'proven';
  }

  /** A key goes up in the page. */
  up(event: PageKey): 'proven' | 'other' {
    if (!this.#is(event)) return 'other';
    this.#claimed = null;
    return this.#isHeld ? 'other' : 'proven';
  }

  #is({ key, shiftKey, isTrusted }: PageKey): boolean {
    return isTrusted && key === this.#claimed?.key && shiftKey === this.#claimed.shiftKey;
  }
}
