/** The files that have been asked for, each until it has failed. */
const asked = new Map<string, Promise<void>>();

/**
 * Imports a part of the application. The build puts it around each `import()`, in the place of Vite's own helper
 * (`scripts/part-imports.ts`).
 *
 * The scripts are fetched first, into the browser's cache: a fetch that has failed can be repeated. An import cannot in Safari, in Firefox
 * before 155 and in Chrome 153, which keep the failure for as long as the page is open.
 *
 * @param files the scripts and style sheets of the part, with all that they import, as paths of the server without the first slash. None
 * for a part in the same file.
 * @throws Error if one of them cannot be loaded; the window gets a `vite:preloadError` then, as from Vite's helper
 */
export async function importPart<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  try {
    const ends = await Promise.allSettled(
      files.map((file) => once(`/${file}`, file.endsWith('.css') ? loadStyles : fetchScript)),
    );
    // Only then, so that the next try meets none of these requests.
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return await load();
  } catch (fault) {
    window.dispatchEvent(new Event('vite:preloadError'));
    throw fault;
  }
}

/**
 * Loads a file if no part has loaded it yet. Does nothing for files that the page itself names, and for style sheets that have failed, which
 * `keepStyles` loads again.
 */
function once(href: string, get: (href: string) => Promise<void>): Promise<void> {
  const earlier = asked.get(href);
  // The earlier request may have begun without a connection.
  if (earlier !== undefined) return earlier.catch(() => once(href, get));
  if (document.querySelector(`[src="${href}"],[href="${href}"]`) !== null) return Promise.resolve();
  const now = get(href).catch((fault: unknown) => {
    asked.delete(href);
    throw fault;
  });
  asked.set(href, now);
  return now;
}

async function fetchScript(href: string): Promise<void> {
  // To its end, or the cache would not have it.
  const bytes = await fetch(href)
    .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
    .catch(() => null);
  if (bytes === null) throw new TypeError(`Failed to fetch dynamically imported module: ${href}`);
}

function loadStyles(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${href}`)));
    document.head.append(link);
  });
}
