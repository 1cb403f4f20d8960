/** How long the controls stay visible after the last movement. */
const STAY_MS = 2600;

/**
 * Shows the controls of a player now, and after each movement in it, for a while.
 *
 * @returns a function to call when something moves that the page does not hear of, as in the frame of a deck
 */
export function keepAwake(root: HTMLElement, signal: AbortSignal): () => void {
  let asleep: ReturnType<typeof setTimeout> | undefined;
  const wake = (): void => {
    root.dataset['awake'] = 'true';
    clearTimeout(asleep);
    asleep = setTimeout(() => (root.dataset['awake'] = 'false'), STAY_MS);
  };
  for (const event of ['pointermove', 'pointerdown', 'focusin'] as const) root.addEventListener(event, wake);
  signal.addEventListener('abort', () => clearTimeout(asleep));
  wake();
  return wake;
}
