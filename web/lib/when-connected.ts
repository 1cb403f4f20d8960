import { loadMissingStyles } from './missing-styles.ts';

/** How often the connection has come back. */
let returns = 0;
// Tests run this without a window.
globalThis.window?.addEventListener('online', () => (returns += 1));

/**
 * Loads a part of the application. Without a connection it waits for one, so that a missing part does not break the page.
 *
 * @throws OutdatedBuild if the server has a newer build that does not contain the part
 */
export async function whenConnected<Part>(load: () => Promise<Part>): Promise<Part> {
  const returnsBefore = returns;
  try {
    await loadMissingStyles();
    return await load();
  } catch (thrown) {
    if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    // The failure of a request may be noticed after the connection is there again.
    else if (returns === returnsBefore) throw (await isOutdated()) ? new OutdatedBuild() : thrown;
  }
  return whenConnected(load);
}

/** The page must be reloaded. This is done where the part is needed, not where it was only prefetched. */
export class OutdatedBuild extends Error {
  override name = 'OutdatedBuild';
}

/** Whether the server's current page uses other scripts than this one. */
async function isOutdated(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok) return false;
  const page = await answer.text();
  const scripts = [...document.querySelectorAll('script[type="module"][src]')];
  return scripts.some((script) => !page.includes(script.getAttribute('src') ?? ''));
}
