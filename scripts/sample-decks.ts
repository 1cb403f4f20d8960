import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packDeck } from 'deck-format/node';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');
/** One sample deck for each language of the application. An empty library offers the one in the user's language. */
const TITLES = { en: 'Welcome to Lectern', de: 'Willkommen bei Lectern' } as const;
const FONTS = {
  'display.woff2': '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  'text.woff2': '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
};

/** Vite plugin that packs the decks in `web/sample` into `/sample/<language>.stage` with the packer of deck-format. */
export function sampleDecks(): Plugin {
  return {
    name: 'sample-decks',
    async generateBundle() {
      for (const language of languages()) {
        this.emitFile({ type: 'asset', fileName: `sample/${language}.stage`, source: await packSample(language) });
      }
    },
    configureServer(server) {
      for (const language of languages()) {
        server.middlewares.use(`/sample/${language}.stage`, (_request, response, next) => {
          packSample(language).then((bytes) => response.end(bytes), next);
        });
      }
    },
  };
}

function languages(): (keyof typeof TITLES)[] {
  return ['en', 'de'];
}

async function packSample(language: keyof typeof TITLES): Promise<Buffer> {
  const work = await mkdtemp(join(tmpdir(), 'lectern-sample-'));
  try {
    const folder = join(work, 'deck');
    const sample = join(ROOT, 'web/sample');
    await cp(join(sample, language), folder, { recursive: true });
    await cp(join(sample, 'deck.css'), join(folder, 'deck.css'));
    for (const [name, file] of Object.entries(FONTS)) await cp(join(ROOT, 'node_modules', file), join(folder, 'fonts', name));
    const target = join(work, 'sample.stage');
    const about = { title: TITLES[language], author: 'Lectern', createdAt: '2026-01-01T00:00:00.000Z' };
    await packDeck(folder, target, { ...about, dimensions: { width: 1280, height: 720 } });
    return await readFile(target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
