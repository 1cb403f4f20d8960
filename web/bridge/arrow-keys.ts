/** Dispatches an arrow key press to `target`. It sets `keyCode` and `which`, which many listeners still read. */
export function pressKey(target: EventTarget, forward: boolean, shiftKey = false): void {
  const name = forward ? 'ArrowRight' : 'ArrowLeft';
  const keyCode = forward ? 39 : 37;
  for (const type of ['keydown', 'keyup']) {
    const event = new KeyboardEvent(type, { key: name, code: name, shiftKey, bubbles: true, cancelable: true });
    Object.defineProperties(event, { keyCode: { value: keyCode }, which: { value: keyCode } });
    target.dispatchEvent(event);
  }
}
