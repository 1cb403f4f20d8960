import type { KeyPress } from '#web/protocol/keys.ts';

/** `keyCode` and `code` of the keys that navigate; many listeners still read `keyCode`. */
const CODES: Readonly<Record<string, readonly [keyCode: number, code?: string]>> = {
  Enter: [13],
  ' ': [32, 'Space'],
  PageUp: [33],
  PageDown: [34],
  End: [35],
  Home: [36],
  ArrowLeft: [37],
  ArrowUp: [38],
  ArrowRight: [39],
  ArrowDown: [40],
};

/** Dispatches a key press to `target`, with `keyCode` and `which`. */
export function pressKey(target: EventTarget, { key, shiftKey }: KeyPress): void {
  const [keyCode, code = key] = CODES[key] ?? [key.toUpperCase().charCodeAt(0), `Key${key.toUpperCase()}`];
  for (const type of ['keydown', 'keyup']) {
    const event = new KeyboardEvent(type, { key, code, shiftKey, bubbles: true, cancelable: true });
    Object.defineProperties(event, { keyCode: { value: keyCode }, which: { value: keyCode } });
    target.dispatchEvent(event);
  }
}

/** The arrow key for a direction. */
export function arrow(forward: boolean, shiftKey = false): KeyPress {
  return { key: forward ? 'ArrowRight' : 'ArrowLeft', shiftKey };
}
