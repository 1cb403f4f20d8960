import type { Paper, PdfLayout } from '../protocol.ts';
import type { Size } from '../slides/stage-page.ts';
import { type Box, type PdfBuilder, POINTS_PER_PIXEL, type Spot } from './pdf-builder.ts';

const PAPER_SIZES: Record<Paper, Size> = { a4: { width: 595.28, height: 841.89 }, letter: { width: 612, height: 792 } };
const MARGIN = 42;
const GAP = 20;
/** A slide above its notes leaves at least half of the page to them. */
const SLIDE_SHARE = 0.5;

/** The paper of notes in CSS pixels. */
export function notesPaper(paper: Paper): Size & { margin: number } {
  const { width, height } = PAPER_SIZES[paper];
  return { width: width / POINTS_PER_PIXEL, height: height / POINTS_PER_PIXEL, margin: MARGIN / POINTS_PER_PIXEL };
}

/** Finds the place of each slide, one after the other. */
export class PageLayout {
  readonly #builder: PdfBuilder;
  readonly #layout: PdfLayout;
  readonly #slide: Size;
  #placed = 0;
  #page: Spot['page'] | null = null;

  /** @param slide size of a slide in points */
  constructor(builder: PdfBuilder, layout: PdfLayout, slide: Size) {
    this.#builder = builder;
    this.#layout = layout;
    this.#slide = slide;
  }

  /** How much of the first page of notes the slide takes up, in CSS pixels from the upper margin. */
  get spaceAboveNotes(): number {
    return this.#layout.kind === 'notes-below' ? (this.#boxAboveNotes(this.#layout.paper).height + GAP) / POINTS_PER_PIXEL : 0;
  }

  /** Adds a page if the slide does not fit on the last one. */
  place(): Spot {
    const layout = this.#layout;
    if (layout.kind === 'slides' || layout.kind === 'notes-pages')
      return { page: this.#builder.addPage(this.#slide), box: { x: 0, y: 0, ...this.#slide } };
    const paper = PAPER_SIZES[layout.paper];
    const at = layout.kind === 'handout' ? this.#placed % layout.perPage : 0;
    if (at === 0 || this.#page === null) this.#page = this.#builder.addPage(paper);
    this.#placed += 1;
    const box = layout.kind === 'handout' ? this.#cell(paper, layout.perPage, at) : this.#boxAboveNotes(layout.paper);
    const spot = { page: this.#page, box };
    this.#builder.drawBorder(spot);
    return spot;
  }

  #boxAboveNotes(name: Paper): Box {
    const paper = PAPER_SIZES[name];
    const { width, height } = this.#fit({ width: paper.width - 2 * MARGIN, height: (paper.height - 2 * MARGIN) * SLIDE_SHARE });
    return { x: (paper.width - width) / 2, y: paper.height - MARGIN - height, width, height };
  }

  #cell(paper: Size, perPage: number, at: number): Box {
    const columns = perPage > 2 ? 2 : 1;
    const rows = perPage / columns;
    const width = (paper.width - 2 * MARGIN - (columns - 1) * GAP) / columns;
    const height = (paper.height - 2 * MARGIN - (rows - 1) * GAP) / rows;
    const left = MARGIN + (at % columns) * (width + GAP);
    const bottom = paper.height - MARGIN - Math.floor(at / columns) * (height + GAP) - height;
    const size = this.#fit({ width, height });
    return { x: left + (width - size.width) / 2, y: bottom + (height - size.height) / 2, ...size };
  }

  /** The largest size of a slide in a space. */
  #fit(space: Size): Size {
    const scale = Math.min(space.width / this.#slide.width, space.height / this.#slide.height);
    return { width: this.#slide.width * scale, height: this.#slide.height * scale };
  }
}
