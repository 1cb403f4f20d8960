import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { RendererUnavailableError } from './protocol.ts';

/** Without a user interface. They start in a third of the processor time of the others. */
const SHELLS = ['chrome-headless-shell', 'chromium-headless-shell'];
const FULL_BROWSERS = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
const MAC_PLACES = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** Which browsers are looked for. */
interface Sought {
  /** Only those with a user interface. */
  readonly isFull?: boolean;
}

/** Where systems have Google Chrome or Chromium. @param path the value of the environment variable `PATH` */
function systemPlaces(path: string, { isFull = false }: Sought): string[] {
  if (process.platform === 'darwin') return MAC_PLACES;
  const folders = path.split(delimiter).filter(Boolean);
  const names = isFull ? FULL_BROWSERS : [...SHELLS, ...FULL_BROWSERS];
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The system's Google Chrome or Chromium; undefined if there is none. @param path the value of the environment variable `PATH` */
export async function findSystemBrowser(path: string, sought: Sought = {}): Promise<string | undefined> {
  for (const place of systemPlaces(path, sought)) if (await canRunFile(place)) return place;
  return undefined;
}

/** Whether there is a file at this path that the current user may run. */
async function canRunFile(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * The browser that renders.
 * @param given path of a browser; `off` for none; undefined or empty for the system's
 * @param path the value of the environment variable `PATH`
 * @throws RendererUnavailableError if there is none
 */
export async function findBrowser(given: string | undefined, path: string): Promise<string> {
  if (given === 'off') throw new RendererUnavailableError('Rendering is switched off (RENDERER_BROWSER=off).');
  if (given) {
    if (await canRunFile(given)) return given;
    throw new RendererUnavailableError(`RENDERER_BROWSER is "${given}", which is not a program that can be run.`);
  }
  const found = await findSystemBrowser(path);
  if (found !== undefined) return found;
  throw new RendererUnavailableError(
    'No browser was found: install Google Chrome or Chromium, or set RENDERER_BROWSER to the path of one.',
  );
}
