import { getDocumentProxy } from 'unpdf';
import type { DeckToRender, PdfRequest, RenderedSlide, Renderer, RenderEvent } from '../src/index.ts';

/** What a reader finds on a page of a PDF. Links lead to an address or to a page, counted from 0. */
export interface ReadPage {
  readonly text: string;
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly links: readonly { readonly to: string | number; readonly box: readonly number[] }[];
}

export interface ReadPdf {
  readonly slides: readonly RenderedSlide[];
  readonly events: readonly Extract<RenderEvent, { type: 'page' | 'failed' }>[];
  /** Empty if there is no document. */
  readonly bytes: Buffer;
  readonly pages: readonly ReadPage[];
  /** Title and page of each bookmark. */
  readonly bookmarks: readonly (readonly [string, number])[];
  readonly title: string | undefined;
  readonly language: string | undefined;
}

const SLIDES_AT_LAST_STEP: PdfRequest = {
  title: 'A deck',
  language: null,
  steps: 'last',
  layout: { kind: 'slides' },
  notes: [],
  drawings: [],
};

/** Renders a deck as a PDF, by default one page for each slide, and reads it. */
export async function pdfOf(renderer: Renderer, deck: DeckToRender, wanted: Partial<PdfRequest> = {}): Promise<ReadPdf> {
  const events: RenderEvent[] = [];
  const request = { deck, pdf: { ...SLIDES_AT_LAST_STEP, ...wanted } };
  for await (const event of renderer.render(request, new AbortController().signal)) events.push(event);
  const parts = events.filter((event) => event.type === 'document');
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  const made = {
    slides: events.flatMap((event) => (event.type === 'slides' ? event.slides : [])),
    events: events.filter((event) => event.type === 'page' || event.type === 'failed'),
    bytes,
  };
  if (parts.length === 0) return { ...made, pages: [], bookmarks: [], title: undefined, language: undefined };
  if (parts.some(({ size }) => size !== bytes.length)) throw new Error('The parts are not the file.');
  const read = await readPdf(bytes);
  if (parts.some(({ pages }) => pages !== read.pages.length)) throw new Error('The file has another number of pages.');
  return { ...made, ...read };
}

/** Reads a PDF. */
export async function readPdf(bytes: Buffer): Promise<Pick<ReadPdf, 'pages' | 'bookmarks' | 'title' | 'language'>> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pageAt = async (destination: unknown): Promise<number> => {
    const [page] = destination as [Parameters<typeof document.getPageIndex>[0]];
    return document.getPageIndex(page);
  };
  const pages: ReadPage[] = [];
  for (let at = 1; at <= document.numPages; at += 1) {
    const page = await document.getPage(at);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const { items } = await page.getTextContent();
    const annotations = (await page.getAnnotations()) as { url?: string; dest: unknown; rect: number[] }[];
    const links = await Promise.all(
      annotations.map(async ({ url, dest, rect }) => ({ to: url ?? (await pageAt(dest)), box: rect })),
    );
    let text = '';
    let line: number | undefined;
    for (const item of items) {
      if (!('str' in item)) continue;
      const [, , , , , baseline = 0] = item.transform as number[];
      text += `${baseline === line ? '' : '\n'}${item.str}`;
      line = baseline;
    }
    pages.push({ text, width: right - left, height: top - bottom, links });
  }
  const outline = ((await document.getOutline()) as { title: string; dest: unknown }[] | null) ?? [];
  const bookmarks = await Promise.all(outline.map(async ({ title, dest }) => [title, await pageAt(dest)] as const));
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string | null } };
  return { pages, bookmarks, title: info.Title, language: info.Language ?? undefined };
}
