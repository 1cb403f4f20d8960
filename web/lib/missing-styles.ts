const missing = new Set<HTMLLinkElement>();

const WAIT_MAX_MS = 60_000;

/** How long it waits until it loads style sheets again that failed although there was a connection; doubled each time. */
let wait = 1000;

/**
 * Loads style sheets again that could not be loaded, when there is a connection. Vite requests the styles of a part once: if that fails, the part
 * can be loaded later, but would be shown without them.
 */
export function keepStyles(): void {
  const loadAll = (): void => void loadMissingStyles().catch(() => undefined);
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return;
      missing.add(target);
      if (!navigator.onLine) return;
      // The server does not answer, or the connection was there again before the failure was noticed.
      setTimeout(loadAll, wait);
      wait = Math.min(wait * 2, WAIT_MAX_MS);
    },
    { capture: true },
  );
  window.addEventListener('online', loadAll);
}

/** Loads what could not be loaded. Rejects if one of the style sheets still cannot. */
export async function loadMissingStyles(): Promise<void> {
  await Promise.all(Array.from(missing, loadAgain));
}

async function loadAgain(link: HTMLLinkElement): Promise<void> {
  missing.delete(link);
  // Only a new element loads again.
  const again = document.createElement('link');
  again.rel = 'stylesheet';
  again.href = link.href;
  again.crossOrigin = link.crossOrigin;
  await new Promise((resolve, reject) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', () => reject(new Error(`${again.href} failed to load.`)));
    link.replaceWith(again);
  });
}
