import type { APIRequestContext } from '@playwright/test';
import { type FilesToPack, packFiles, textContent } from 'deck-format/node';
import type { DeckDetail, Visibility } from '#shared/decks.ts';

interface PlainDeck {
  readonly title?: string;
  readonly slides?: readonly string[];
  readonly notes?: readonly string[];
  /** Additional files, by path. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly more?: Partial<FilesToPack>;
}

/** Packs a deck of plain HTML slides; each text is the body of one slide. */
export async function plainDeck({
  title = 'A plain deck',
  slides = ['One', 'Two', 'Three'],
  notes = [],
  beside = {},
  more = {},
}: PlainDeck = {}): Promise<Buffer> {
  const paths = slides.map((_, at) => `slides/${String(at + 1)}.html`);
  const files = new Map([
    ...paths.map((path, at) => [path, textContent(slideHtml(title, slides[at] ?? ''))] as const),
    ...Object.entries(beside).map(([path, text]) => [path, textContent(text)] as const),
  ]);
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
  /** Address of a server other than the context's. */
  readonly origin?: string;
}

/** Uploads a deck as the user of this context. */
export async function uploadDeck(
  context: APIRequestContext,
  { title = 'A plain deck', visibility = 'private', bytes, origin = '' }: Upload = {},
): Promise<DeckDetail> {
  const file = { name: 'deck.stage', mimeType: 'application/zip', buffer: bytes ?? (await plainDeck({ title })) };
  const response = await context.post(`${origin}/api/decks`, { multipart: { title, visibility, file } });
  if (response.status() !== 201) throw new Error(`The upload was refused: ${await response.text()}`);
  return (await response.json()) as DeckDetail;
}
