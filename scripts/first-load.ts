import type { Plugin, Rolldown } from 'vite';

const LANGUAGES = ['en', 'de'];
const SANS = /instrument-sans-latin-wght-normal-[^/]*\.woff2$/;
const DISPLAY = /bricolage-grotesque-latin-wght-normal-[^/]*\.woff2$/;

/** What a page asks for as soon as its scripts run. */
interface FirstPage {
  readonly parts: readonly string[];
  readonly texts: readonly string[];
  readonly fonts: readonly RegExp[];
  readonly needsSession: boolean;
}

/** `index.html` is for all other addresses; `server/http/web-app.ts` knows which address is which. */
const PAGES: Readonly<Record<string, FirstPage>> = {
  'sign-in.html': {
    parts: ['pages/sign-in/SignInPage.tsx'],
    texts: ['ground'],
    fonts: [SANS, DISPLAY],
    needsSession: false,
  },
  'library.html': {
    parts: ['shell/House.tsx', 'pages/library/LibraryPage.tsx'],
    texts: ['ground', 'decks', 'library'],
    fonts: [SANS, DISPLAY],
    needsSession: true,
  },
  'deck.html': {
    parts: ['pages/decks/DeckPage.tsx'],
    texts: ['ground', 'decks', 'stage'],
    fonts: [SANS],
    needsSession: true,
  },
  'index.html': { parts: [], texts: ['ground'], fonts: [SANS], needsSession: false },
};

type Bundle = Rolldown.OutputBundle;

/**
 * Writes, beside `index.html`, the same page for the addresses that are opened first, naming all files that each of them needs:
 * the browser then fetches them at once, not one after the other has run. The texts depend on the reader's language, which
 * only `first-paint.js` knows: it is told where they are.
 */
export function firstLoad(): Plugin {
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
        for (const [fileName, page] of Object.entries(PAGES)) {
          this.emitFile({ type: 'asset', fileName, source: withHints(html, bundle, page) });
        }
      },
    },
  };
}

function withHints(html: string, bundle: Bundle, { parts, texts, fonts, needsSession }: FirstPage): string {
  const chunks = closure(
    bundle,
    parts.map((part) => chunkOf(bundle, part)),
  );
  const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  const fontFiles = Object.keys(bundle).filter((file) => fonts.some((font) => font.test(file)));
  const isNew = (file: string): boolean => !html.includes(`"/${file}"`);
  const scripts = chunks.map(({ fileName }) => fileName).filter(isNew);
  const links = [
    // All else that is read waits for it. As `fetch` will ask for it: a preload in another mode is not used.
    ...(needsSession ? ['<link rel="preload" as="fetch" crossorigin href="/api/auth/get-session">'] : []),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...fontFiles.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
  ];
  const textFiles = LANGUAGES.map((language) => {
    const files = texts.map((area) => `/${chunkOf(bundle, `locales/${language}/areas/${area}.ts`).fileName}`);
    return ` data-texts-${language}="${files.join(' ')}"`;
  });
  return html
    .replace('<script src="/first-paint.js"', (script) => `${script}${textFiles.join('')}`)
    .replace('</head>', `${links.map((link) => `  ${link}\n  `).join('')}</head>`);
}

/** What `import()` of the module loads: a file that only names it, or else the one that it is in. */
function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const path = `/web/${module}`;
  const found =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)));
  if (found === undefined) throw new Error(`No built file has web/${module}.`);
  return found;
}

/** These and all that they import at once. */
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
