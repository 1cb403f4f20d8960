import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packDeck } from 'deck-format/node';
import type { Plugin } from 'vite';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#web/locales/languages.ts';
import { FONTS } from './fonts.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * Vite plugin that packs a sample deck for each language into `/sample/<language>.stage`, with the packer of deck-format. An empty
 * library offers the one in the user's language.
 */
export function sampleDecks(): Plugin {
  return {
    name: 'sample-decks',
    async generateBundle() {
      for (const language of LANGUAGE_TAGS) {
        this.emitFile({ type: 'asset', fileName: `sample/${language}.stage`, source: await packSample(language) });
      }
    },
    configureServer(server) {
      for (const language of LANGUAGE_TAGS) {
        server.middlewares.use(`/sample/${language}.stage`, (_request, response, next) => {
          packSample(language).then((bytes) => response.end(bytes), next);
        });
      }
    },
  };
}

/** Packs `web/sample/<language>`. A language without such a folder has the English slides. */
async function packSample(language: Language): Promise<Buffer> {
  const { texts } = await LANGUAGES[language].load();
  const sample = join(ROOT, 'web/sample');
  const slides = join(sample, language);
  const work = await mkdtemp(join(tmpdir(), 'lectern-sample-'));
  try {
    const folder = join(work, 'deck');
    await cp(existsSync(slides) ? slides : join(sample, 'en'), folder, { recursive: true });
    await cp(join(sample, 'deck.css'), join(folder, 'deck.css'));
    for (const [name, file] of FONTS) await cp(file, join(folder, 'fonts', name));
    const target = join(work, 'sample.stage');
    const about = { title: texts.library.sampleTitle, author: 'Lectern', createdAt: '2026-01-01T00:00:00.000Z' };
    await packDeck(folder, target, { ...about, dimensions: { width: 1280, height: 720 } });
    return await readFile(target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
