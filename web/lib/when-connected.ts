/**
 * Loads a part of the application. Without a connection it waits for one, so that a missing part does not break the page.
 *
 * @throws OutdatedBuild if the server has a newer build that does not contain the part
 */
export async function whenConnected<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (thrown) {
    if (!navigator.onLine) {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      return whenConnected(load);
    }
    throw (await isOutdated()) ? new OutdatedBuild() : thrown;
  }
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
