import { loadMissingStyles } from './missing-styles.ts';
import { buildOfServer } from './page/build-of-server.ts';

/** How long to wait for a server that does not answer, such as one that restarts. */
const AGAIN_AFTER_MS = 1000;

/** How often the connection has come back. */
let returns = 0;
// Tests run this without a window.
globalThis.window?.addEventListener('online', () => (returns += 1));

/**
 * Loads a part of the application. Without a connection, or while the server does not answer, it waits, so that a missing part does not
 * break the page.
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
    else if (returns === returnsBefore) {
      const build = await buildOfServer('/');
      if (build === 'newer') throw new OutdatedBuild();
      if (build === 'same') throw thrown;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
  return whenConnected(load);
}

/** The page must be reloaded. This is done where the part is needed, not where it was only prefetched. */
export class OutdatedBuild extends Error {
  override name = 'OutdatedBuild';
}
