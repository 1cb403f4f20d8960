import type { PrintChoices } from './print-choices.ts';

/** In CSS pixels, of which an inch has 96. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const PX_PER_MM = 96 / 25.4;
const PAPER_SIZES: Readonly<Record<PrintChoices['paper'], Size>> = {
  a4: { width: 210 * PX_PER_MM, height: 297 * PX_PER_MM },
  letter: { width: 816, height: 1056 },
};
/** Printers cannot print up to the edge. */
const MARGIN = 15 * PX_PER_MM;
const GAP = 8 * PX_PER_MM;
/** For the number of a slide below its picture. */
const CAPTION = 7 * PX_PER_MM;
/** The part of a page that a slide takes at most if its notes are below it. */
const SLIDE_PART = 0.5;

/** PDF readers do not show pages larger than 200 inches. Manifests can claim any size. */
const LONG_SIDE_MAX = 4000;
const LONG_SIDE_MIN = 200;

const GRIDS = { 2: { columns: 1, rows: 2 }, 4: { columns: 2, rows: 2 }, 6: { columns: 2, rows: 3 } } as const;

/** Everything that is known about pages before there are slides. The same on the screen and on paper, so that printing moves nothing. */
export interface PageLayout {
  /** The pages with slides. */
  readonly page: Size & { readonly margin: number };
  /** The slide on it. */
  readonly slide: Size;
  /** Only for several slides a page. */
  readonly grid: { readonly columns: number; readonly rows: number } | null;
  /** The pages with notes only. */
  readonly paper: Size & { readonly margin: number };
}

/** Lays out pages for slides of this size. */
export function layoutOf({ perPage, notes, paper: name }: PrintChoices, dimensions: Size): PageLayout {
  const paper = { ...PAPER_SIZES[name], margin: MARGIN };
  if (perPage !== 1) {
    const grid = GRIDS[perPage];
    // Two by two fits slides better on a page that is wider than high, as slides usually are.
    const isWide = perPage === 4 && dimensions.width > dimensions.height;
    const page = isWide ? { ...paper, width: paper.height, height: paper.width } : paper;
    const room = {
      width: (page.width - 2 * MARGIN - (grid.columns - 1) * GAP) / grid.columns,
      height: (page.height - 2 * MARGIN - (grid.rows - 1) * GAP) / grid.rows - CAPTION,
    };
    return { page, slide: fitted(dimensions, room), grid, paper };
  }
  if (notes === 'below') {
    const room = { width: paper.width - 2 * MARGIN, height: (paper.height - 2 * MARGIN) * SLIDE_PART };
    return { page: paper, slide: fitted(dimensions, room), grid: null, paper };
  }
  const longSide = Math.max(dimensions.width, dimensions.height);
  const side = Math.min(LONG_SIDE_MAX, Math.max(LONG_SIDE_MIN, longSide));
  const slide = fitted(dimensions, { width: side, height: side });
  return { page: { ...slide, margin: 0 }, slide, grid: null, paper };
}

/** The size of a slide that is as large as fits into the room. */
function fitted({ width, height }: Size, room: Size): Size {
  const scale = Math.min(room.width / width, room.height / height);
  return { width: width * scale, height: height * scale };
}

/** The style sheet that gives the pages of a printed document their sizes. */
export function pageRules({ page, paper }: PageLayout): string {
  const rule = (name: string, { width, height, margin }: PageLayout['page']) =>
    `@page ${name} { size: ${round(width)}px ${round(height)}px; margin: ${round(margin)}px }`;
  return [rule('slides', page), rule('notes', paper)].join('\n');
}

const round = (length: number): number => Math.round(length * 100) / 100;
