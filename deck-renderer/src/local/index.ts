import type { PdfOptions, Rendered, Rendering } from 'deck-format/node';
import {
  type PdfLayout,
  type Renderer,
  RendererUnavailableError,
  type RenderEvent,
  RenderFailedError,
  SLIDES_MAX,
} from '../protocol.ts';
import { startRenderer } from '../start.ts';
import { hostDeck, type HostedDeck } from './deck-host.ts';

/** A person waits for it, and can stop it. The machine may be busy with other work. */
const DECK_MS = 3_600_000;
const SLIDE_MS = 30_000;
const THUMBNAIL_WIDTH = 640;

class NothingShown extends Error {}

/** What the command `stage` needs a browser for, with the browser of this machine. */
export const rendering: Rendering = renderingWith(() => {
  // oxlint-disable-next-line node/no-process-env -- the settings of a command
  const { RENDERER_BROWSER: browser, PATH: path = '' } = process.env;
  const limits = { slideMs: SLIDE_MS, deckMs: DECK_MS, pdfMs: DECK_MS };
  return startRenderer({ browser, path, log: () => undefined, limits, givesWay: false });
});

/** The same with another renderer, for tests. It is stopped afterwards. */
export function renderingWith(start: () => Promise<Renderer>): Rendering {
  return {
    pdf: (file, options) => withDeck(file, start, (renderer, hosted) => makePdf(renderer, hosted, options)),
    thumbnails: (file) => withDeck(file, start, makeThumbnails),
  };
}

async function withDeck<T>(
  file: string,
  start: () => Promise<Renderer>,
  make: (renderer: Renderer, hosted: HostedDeck) => Promise<T>,
): Promise<Rendered<T>> {
  try {
    await using hosted = await hostDeck(file);
    const renderer = await start();
    try {
      return { made: await make(renderer, hosted) };
    } finally {
      await renderer.stop();
    }
  } catch (error) {
    if (error instanceof RendererUnavailableError) return { problem: 'no browser', message: error.message };
    if (error instanceof RenderFailedError || error instanceof NothingShown) return { problem: 'deck', message: error.message };
    throw error;
  }
}

async function makePdf(renderer: Renderer, { deck, manifest }: HostedDeck, options: PdfOptions) {
  // The document of a deck with a runtime reports the notes of the slides inside it.
  const notes = deck.hasOwnRuntime
    ? []
    : manifest.slides.map(({ notes: text }, index) => ({ index, inner: null, text: text ?? '' }));
  const { title } = manifest;
  const pdf = { title, language: null, steps: options.steps, layout: layoutOf(options), notes, drawings: [] };
  const parts: Uint8Array[] = [];
  const failed = new Set<number>();
  let slides: Extract<RenderEvent, { type: 'slides' }>['slides'] = [];
  let made = 0;
  let pages = 0;
  for await (const event of renderer.render({ deck, pdf }, new AbortController().signal)) {
    if (event.type === 'slides') ({ slides } = event);
    if (event.type === 'page') options.onPage((made += 1), slides.length);
    if (event.type === 'failed')
      failed.add(1 + slides.findIndex(({ index, inner }) => index === event.index && inner === event.inner));
    if (event.type !== 'document') continue;
    parts.push(event.bytes);
    pages = event.pages;
  }
  if (pages === 0) throw new NothingShown('No slide of the deck could be shown.');
  return { bytes: Buffer.concat(parts), pages, failed: [...failed] };
}

function layoutOf({ notes, handout, paper }: PdfOptions): PdfLayout {
  if (handout !== null) return { kind: 'handout', perPage: handout, paper };
  if (notes === 'none') return { kind: 'slides' };
  return { kind: notes === 'below' ? 'notes-below' : 'notes-pages', paper };
}

/** Of a slide of the package that has slides inside, the first one. */
async function makeThumbnails(renderer: Renderer, { deck }: HostedDeck): Promise<ReadonlyMap<number, Uint8Array>> {
  const pictures = deck.slides
    .slice(0, SLIDES_MAX)
    .map((_, index) => ({ index, inner: null, step: 'last', width: THUMBNAIL_WIDTH, format: 'webp' }) as const);
  const made = new Map<number, Uint8Array>();
  for await (const event of renderer.render({ deck, pictures }, new AbortController().signal))
    if (event.type === 'picture') made.set(event.index, event.bytes);
  return made;
}
