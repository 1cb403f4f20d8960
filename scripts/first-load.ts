import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { LANGUAGE_TAGS } from '#web/locales/languages.ts';
import { loadLayout, PAGES } from '#web/page-list.ts';

const SANS = /instrument-sans-latin-wght-normal-[^/]*\.woff2$/;
const DISPLAY = /bricolage-grotesque-latin-wght-normal-[^/]*\.woff2$/;

/** What a page needs as soon as its scripts run. */
interface FirstPage {
  /** The name of its HTML file. */
  readonly file: string;
  /** Its addresses, as in the router. */
  readonly paths: readonly string[];
  readonly parts: readonly (() => Promise<unknown>)[];
  readonly fonts: readonly RegExp[];
  readonly needsSession: boolean;
  /** What the server writes into it: what it takes to play the deck in its address, or the first decks of the library. */
  readonly data?: 'deck' | 'library';
}

/** Runs before anything is painted. It is inside of the pages, because a page waits for such a file before it has a body. */
const FIRST_PAINT = readFileSync(join(import.meta.dirname, '../web/public/first-paint.js'), 'utf8');

/** For all addresses without a page. */
const NO_PAGE: FirstPage = {
  file: 'index.html',
  paths: [],
  parts: [],
  fonts: [SANS, DISPLAY],
  needsSession: false,
};

const FIRST_PAGES: readonly FirstPage[] = [
  ...pagesOf(PAGES.open, { parts: [], fonts: [SANS, DISPLAY], needsSession: false }),
  ...pagesOf(PAGES.layout, { parts: [loadLayout], fonts: [SANS, DISPLAY], needsSession: true }),
  ...pagesOf(PAGES.stage, { parts: [], fonts: [SANS], needsSession: true, data: 'deck' }),
  NO_PAGE,
];

function pagesOf(
  pages: Readonly<Record<string, { path: string; below?: string; load: () => Promise<unknown> }>>,
  shared: Pick<FirstPage, 'parts' | 'fonts' | 'needsSession' | 'data'>,
): FirstPage[] {
  return Object.entries(pages).map(([name, { path, below, load }]) => ({
    file: `${name}.html`,
    paths: below === undefined ? [path] : [path, `${path}/${below}`],
    ...shared,
    ...(path === PAGES.layout.library.path && { data: 'library' as const }),
    parts: [...shared.parts, load],
  }));
}

/**
 * Lists the HTML file for each address, for `server/http/built-web-app.ts`: the first pattern that matches counts. Addresses with fewer
 * parameters come first, so that `/decks/$deckId/present` is not taken for a slide.
 */
export function pageFiles(): { pattern: string; file: string; data?: 'deck' | 'library' }[] {
  return FIRST_PAGES.flatMap(({ paths, ...page }) => paths.map((path) => ({ path, ...page })))
    .toSorted((one, other) => one.path.split('$').length - other.path.split('$').length)
    .map(({ path, file, data }) => {
      const named = data === 'deck' ? path.replace('$deckId', '(?<deckId>[^/]+)') : path;
      return { pattern: `^${named.replaceAll(/\$\w+/g, '[^/]+')}$`, file, ...(data !== undefined && { data }) };
    });
}

type Bundle = Rolldown.OutputBundle;

/**
 * Vite plugin that writes one variant of `index.html` for each page, with preload hints for every file that the page needs. The
 * browser then fetches these files in parallel instead of discovering them one after another.
 */
export function firstLoad(): Plugin[] {
  return [{ name: 'first-load-sources', apply: 'serve', transformIndexHtml: (html) => withTexts(html, sourceOf) }, builtPages()];
}

function builtPages(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('There is no index.html among the built files.');
        const html = index.source.toString();
        delete bundle['index.html'];
        for (const page of FIRST_PAGES) {
          this.emitFile({ type: 'asset', fileName: page.file, source: withHints(html, bundle, page) });
        }
        // A dotfile, because those are not served.
        this.emitFile({ type: 'asset', fileName: '.pages.json', source: JSON.stringify(pageFiles()) });
      },
    },
  };
}

function withHints(html: string, bundle: Bundle, { parts, fonts, needsSession }: FirstPage): string {
  const chunks = closure(
    bundle,
    parts.map((part) => chunkOf(bundle, moduleOf(part))),
  );
  const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  const fontFiles = Object.keys(bundle).filter((file) => fonts.some((font) => font.test(file)));
  const isNew = (file: string): boolean => !html.includes(`"/${file}"`);
  const scripts = chunks.map(({ fileName }) => fileName).filter(isNew);
  const links = [
    // Every other request waits for the session. The mode must match that of `fetch`: the browser ignores a preload in another
    // mode. `server/http/built-web-app.ts` removes it from a page that has its answer.
    ...(needsSession ? ['<link rel="preload" as="fetch" crossorigin href="/api/auth/get-session">'] : []),
    // Before the scripts, because nothing is painted without them, and a browser loads only a few files at once.
    ...[...styles].filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...fontFiles.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
  ];
  return withTexts(html, (language) => `/${chunkOf(bundle, textsOf(language)).fileName}`)
    .replace(/<script src="\/first-paint\.js"([^>]*)><\/script>/, (_tag, texts) => `<script${texts}>${FIRST_PAINT}</script>`)
    .replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`);
}

/**
 * Passes the addresses of all languages' texts to `first-paint.js`, as `data-en`, `data-de` …: only the browser knows which language
 * its user wants.
 */
function withTexts(html: string, addressOf: (language: string) => string): string {
  const texts = LANGUAGE_TAGS.map((language) => ` data-${language}="${addressOf(language)}"`);
  return html.replace('<script src="/first-paint.js"', (script) => script + texts.join(''));
}

/** The address of a language's texts on the development server. */
const sourceOf = (language: string): string => `/${textsOf(language)}`;

/** The module with a language's texts, relative to `web/`. */
const textsOf = (language: string): string => `locales/${language}.ts`;

/** The module that a function of `web/page-list.ts` imports, relative to `web/`. The source of the function names it. */
function moduleOf(load: () => Promise<unknown>): string {
  const [, module] = /^\(\) => import\('#web\/([^']+)'\)$/.exec(load.toString()) ?? [];
  if (module === undefined) throw new Error(`Not of the form () => import('#web/…'): ${load.toString()}`);
  return module;
}

/**
 * The chunk that `import()` of the module loads: its facade if it has one, otherwise the chunk that contains it. `module` is
 * relative to `web/`.
 */
function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const path = `/web/${module}`;
  const found =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)));
  if (found === undefined) throw new Error(`No built file has web/${module}.`);
  return found;
}

/** The chunks and everything that they import statically. */
function closure(bundle: Bundle, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  for (const chunk of chunks) add(chunk);
  return [...found];
}
