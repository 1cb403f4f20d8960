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

let latest = 0;

/** Goes to a slide of a runtime that cannot be asked for it: by its fragment, otherwise key by key. A later call replaces this one. */
export function walkTo(index: number, walk: Walk): void {
  latest += 1;
  void go(index, walk, latest);
}

async function go(index: number, { now, press, hash }: Walk, call: number): Promise<void> {
  if (hash !== null) {
    const before = location.hash;
    location.replace(hash);
    if (before === hash) dispatchEvent(new HashChangeEvent('hashchange'));
    await until(() => call !== latest || now() === index);
  }
  let idle = 0;
  while (call === latest && now() !== index && idle < STEPS_MAX) {
    const from = now();
    press(index > from);
    // Some slides show a step first, which changes no slide; then the next press follows at once.
    // oxlint-disable-next-line no-await-in-loop -- each press needs the result of the previous one
    await until(() => call !== latest || now() !== from, idle === 0 ? CHANGE_MS : LOOK_EVERY_MS * 4);
    idle = now() === from ? idle + 1 : 0;
  }
}

async function until(isDone: () => boolean, most = CHANGE_MS): Promise<void> {
  for (let waited = 0; !isDone() && waited < most; waited += LOOK_EVERY_MS)
    // oxlint-disable-next-line no-await-in-loop -- this is polling
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}
