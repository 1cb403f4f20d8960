import { loadMissingStyles } from './missing-styles.ts';
import { buildOfServer } from './page/build-of-server.ts';

/** How long to wait after a failure that no lost connection explains, such as a server that restarts. */
const AGAIN_AFTER_MS = 1000;

/**
 * How often a part is requested from a server that answers and has the same build. One failure says nothing: requests fail when a computer
 * changes its network, and also just after the browser has reported that the connection is there again.
 */
const TRIES_MAX = 4;

/** How often the connection has come back. */
let returns = 0;
// Tests run this without a window.
globalThis.window?.addEventListener('online', () => (returns += 1));

/**
 * Loads a part of the application. Without a connection, or while the server does not answer, it waits, so that a missing part does not
 * break the page.
 *
 * @throws OutdatedBuild if the server has a newer build that does not contain the part
 * @throws Error of the last of `TRIES_MAX` failures, if the server has the same build
 */
export async function whenConnected<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 0; ;) {
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
        if (build === 'same') failures += 1;
        if (failures === TRIES_MAX) throw thrown;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
  }
}

/**
 * Loads the page again, as soon as the server answers. After a failure nothing less is certain to help: Safari, Firefox before 155 and
 * Chrome 153 keep a script that could not be loaded, such as one that the page names in a hint, for as long as the page is open.
 */
export async function reloadWhenAnswered(): Promise<void> {
  while ((await buildOfServer('/')) === null) await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  location.reload();
}

/** The page must be reloaded. This is done where the part is needed, not where it was only prefetched. */
export class OutdatedBuild extends Error {
  override name = 'OutdatedBuild';
}
