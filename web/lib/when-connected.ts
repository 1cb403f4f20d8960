/**
 * Loads a part of the application when it is wanted. Without a connection it waits for one: a part that is missing must
 * not take down what is there.
 *
 * @throws OutdatedBuild when the part is gone because the server has another build by now
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

/** What helps is to load the page anew. That is done where the part is missed, not where it was only fetched ahead. */
export class OutdatedBuild extends Error {
  override name = 'OutdatedBuild';
}

/** Whether the page that the server gives now starts with other scripts than the one in hand. */
async function isOutdated(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok) return false;
  const page = await answer.text();
  const scripts = [...document.querySelectorAll('script[type="module"][src]')];
  return scripts.some((script) => !page.includes(script.getAttribute('src') ?? ''));
}
