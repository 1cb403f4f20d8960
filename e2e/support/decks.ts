import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { type FilesToPack, packDeck, packFiles, textContent } from 'deck-format/node';
import type { DeckDetail, Visibility } from '#shared/decks.ts';

const modules = join(import.meta.dirname, '../../node_modules');

/** The demonstration that reveal.js ships, kept whole: 41 steps in one document. */
export const revealDeck = (): Promise<Buffer> => packHtml(join(modules, 'reveal.js/demo.html'));
/** The demonstration that impress.js ships, kept whole: 13 steps. */
export const impressDeck = (): Promise<Buffer> => packHtml(join(modules, 'impress.js/index.html'));

async function packHtml(html: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pack-'));
  const target = join(folder, 'deck.stage');
  await packDeck(html, target);
  const bytes = await readFile(target);
  await rm(folder, { recursive: true });
  return bytes;
}

interface PlainDeck {
  readonly title?: string;
  readonly slides?: readonly string[];
  readonly notes?: readonly string[];
  readonly more?: Partial<FilesToPack>;
}

/** A deck of plain HTML slides; each text is the body of one. */
export async function plainDeck({
  title = 'A plain deck',
  slides = ['One', 'Two', 'Three'],
  notes = [],
  more = {},
}: PlainDeck = {}): Promise<Buffer> {
  const paths = slides.map((_, at) => `slides/${String(at + 1)}.html`);
  const files = new Map(paths.map((path, at) => [path, textContent(slideHtml(title, slides[at] ?? ''))]));
  const deck = {
    title,
    files,
    slides: paths.map((file, at) => ({ file, label: `Slide ${String(at + 1)}`, notes: notes[at] ?? null })),
  };
  return Buffer.from(await packFiles({ ...deck, dimensions: { width: 1280, height: 720 }, ...more }));
}

function slideHtml(title: string, body: string): string {
  const style = 'margin:0;height:720px;display:grid;place-content:center;font:80px sans-serif;background:#20304a;color:#fff';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body style="${style}">${body}</body></html>`;
}

interface Upload {
  readonly title?: string;
  readonly visibility?: Visibility;
  readonly bytes?: Buffer;
}

/** Puts a deck onto the server as whoever this context is signed in as. */
export async function uploadDeck(
  context: APIRequestContext,
  { title = 'A plain deck', visibility = 'private', bytes }: Upload = {},
): Promise<DeckDetail> {
  const file = { name: 'deck.stage', mimeType: 'application/zip', buffer: bytes ?? (await plainDeck({ title })) };
  const response = await context.post('/api/decks', { multipart: { title, visibility, file } });
  if (response.status() !== 201) throw new Error(`The upload was refused: ${await response.text()}`);
  return (await response.json()) as DeckDetail;
}
