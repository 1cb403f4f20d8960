import { findFullBrowser, launchOptionsOf } from './browser.ts';
import { test } from './test.ts';

const fullBrowser = await findFullBrowser();

/**
 * Runs the tests of a file in a Chromium with a user interface, or skips them if there is none.
 *
 * @param reason what the smaller browser of the other tests cannot do
 */
export function useFullBrowser(reason: string): void {
  test.skip(fullBrowser === undefined, `No browser with a user interface was found. ${reason}`);
  if (fullBrowser !== undefined) test.use({ launchOptions: launchOptionsOf(fullBrowser) });
}
