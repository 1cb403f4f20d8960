/** How long no one has typed or drawn before input counts as at rest. */
const REST_MS = 1500;

let lastInputAt = Number.NEGATIVE_INFINITY;

/** Watches for typing in fields and for drags, which include strokes. Called once, with the document. */
export function watchInput(target: EventTarget): void {
  const record = (): void => void (lastInputAt = performance.now());
  target.addEventListener('input', record, { capture: true });
  target.addEventListener('pointermove', (event) => (event as PointerEvent).buttons > 0 && record(), { capture: true });
}

/**
 * Calls `act` when the user neither types nor draws, possibly at once. Something that takes the focus waits for that: otherwise, the next
 * letters of a note would go into it. Returns a function that cancels the call.
 */
export function whenInputRests(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const rest = lastInputAt + REST_MS - performance.now();
    if (rest <= 0) act();
    else timer = setTimeout(look, rest);
  };
  look();
  return () => clearTimeout(timer);
}
