interface Walk {
  /** The index of the slide that is shown. */
  readonly now: () => number;
  /** Presses the key for the next or previous slide. */
  readonly press: (forward: boolean) => void;
  /** A fragment that should show the slide; null if none is known. */
  readonly hash: string | null;
}

/** How long a slide may take to change after a key press. Transitions often ignore keys. */
const CHANGE_MS = 700;
const LOOK_EVERY_MS = 25;
/** More presses than a slide has steps, so that a deck that does not move is not pressed forever. */
const STEPS_MAX = 30;

let stopLatest = new AbortController();
let latest: number | null = null;

/** Where the latest walk goes; null if it is over. A move to the next slide counts from there. */
export const destination = (): number | null => latest;

/**
 * Ends the walk to this slide, because the slide is shown and the player is told so. The user may go on at once; a walk that has not
 * noticed that it arrived would take them back.
 */
export function arrivedAt(index: number): void {
  if (latest !== index) return;
  stopLatest.abort();
  latest = null;
}

/** Goes to a slide with `follow`, which ends when its signal is aborted. A later call replaces this one. */
export function startWalk(index: number, follow: (stop: AbortSignal) => Promise<void>): void {
  stopLatest.abort();
  stopLatest = new AbortController();
  const { signal } = stopLatest;
  latest = index;
  void follow(signal).finally(() => {
    if (!signal.aborted) latest = null;
  });
}

/** Goes to a slide of a runtime that cannot be asked for it: by its fragment, otherwise key by key. A later call replaces this one. */
export function walkTo(index: number, walk: Walk): void {
  startWalk(index, (stop) => go(index, walk, stop));
}

async function go(index: number, { now, press, hash }: Walk, stop: AbortSignal): Promise<void> {
  const isOver = (): boolean => stop.aborted || now() === index;
  if (hash !== null) {
    const before = location.hash;
    location.replace(hash);
    if (before === hash) dispatchEvent(new HashChangeEvent('hashchange'));
    await until(isOver);
  }
  for (let idle = 0; !isOver() && idle < STEPS_MAX;) {
    const from = now();
    press(index > from);
    // Some slides show a step first, which changes no slide; then the next press follows at once.
    await until(() => stop.aborted || now() !== from, idle === 0 ? CHANGE_MS : LOOK_EVERY_MS * 4);
    idle = now() === from ? idle + 1 : 0;
  }
}

/** Waits until a condition is met, at most this many milliseconds. Returns whether it is. */
export async function until(isDone: () => boolean, most = CHANGE_MS): Promise<boolean> {
  for (let waited = 0; waited < most; waited += LOOK_EVERY_MS) {
    if (isDone()) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return isDone();
}
