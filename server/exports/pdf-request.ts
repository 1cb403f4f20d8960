import type { Manifest } from 'deck-format';
import { type DeckToRender, type PdfLayout, type PdfRequest, RenderFailedError } from 'deck-renderer';
import type { ExportOptions } from '#shared/exports.ts';

/** What people have written and drawn on the slides of a version. The caller has checked that it may be read. */
export interface SlideContents {
  /** The team's notes. `inner` is the name of the slide inside. */
  notes(deckId: string, versionId: string): Promise<readonly { slideIndex: number; inner: string | null; body: string }[]>;
  /** SVG documents of the slide's size. `inner` is the position or the name of the slide inside. */
  drawings(
    deckId: string,
    versionId: string,
    size: DeckToRender['dimensions'],
  ): AsyncIterable<{ slideIndex: number; inner: number | string | null; svg: string }>;
}

interface Exported {
  readonly deckId: string;
  readonly versionId: string;
  readonly title: string;
  readonly manifest: Manifest;
  readonly deck: DeckToRender;
}

/** As many notes or drawings as a request may have. */
const PARTS_MAX = 10_000;
/** The length of all drawings together. A request may have 64 MiB. */
const DRAWINGS_MAX = 32_000_000;
/** The length of one drawing, as in the protocol of the renderer. */
const DRAWING_MAX = 16_000_000;

/** The request for a PDF with these options. @throws RenderFailedError if there are too many drawings for one request */
export async function pdfRequestOf(options: ExportOptions, exported: Exported, contents: SlideContents): Promise<PdfRequest> {
  const { deckId, versionId, title, deck } = exported;
  const layout = layoutOf(options);
  return {
    title,
    language: null,
    steps: options.steps,
    layout,
    notes: layout.kind.startsWith('notes') ? await notesOf(exported, contents) : [],
    drawings: await drawingsFor(options, { deckId, versionId, deck }, contents),
  };
}

/** The drawings of the version, if they are wanted. @throws RenderFailedError if there are too many for one request */
export async function drawingsFor(
  { drawings }: ExportOptions,
  { deckId, versionId, deck }: Pick<Exported, 'deckId' | 'versionId' | 'deck'>,
  contents: Pick<SlideContents, 'drawings'>,
): Promise<PdfRequest['drawings']> {
  return drawings ? collected(contents.drawings(deckId, versionId, deck.dimensions)) : [];
}

async function collected(drawings: ReturnType<SlideContents['drawings']>): Promise<PdfRequest['drawings']> {
  const found: { index: number; inner: number | string | null; svg: string }[] = [];
  let length = 0;
  for await (const { slideIndex: index, inner, svg } of drawings) {
    length += svg.length;
    const isTooLarge = svg.length > DRAWING_MAX || length > DRAWINGS_MAX || found.length === PARTS_MAX;
    if (isTooLarge) throw new RenderFailedError('too_large');
    found.push({ index, inner, svg });
  }
  return found;
}

function layoutOf({ notes, perPage, paper }: ExportOptions): PdfLayout {
  if (perPage !== 1) return { kind: 'handout', perPage, paper };
  return notes === 'none' ? { kind: 'slides' } : { kind: `notes-${notes}`, paper };
}

/**
 * The team's notes and, for slides without, those in the package. Slides inside a document that have neither keep what their document
 * reports, from which the package's notes were made.
 */
async function notesOf({ deckId, versionId, manifest, deck }: Exported, contents: SlideContents): Promise<PdfRequest['notes']> {
  const written = await contents.notes(deckId, versionId);
  const have = new Set(written.flatMap(({ slideIndex, inner }) => (inner === null ? [slideIndex] : [])));
  const inPackage = deck.hasOwnRuntime
    ? []
    : manifest.slides.flatMap(({ notes }, index) => (have.has(index) || !notes ? [] : [{ index, inner: null, text: notes }]));
  const ofTeam = written.map(({ slideIndex: index, inner, body: text }) => ({ index, inner, text }));
  return [...ofTeam, ...inPackage].slice(0, PARTS_MAX);
}
