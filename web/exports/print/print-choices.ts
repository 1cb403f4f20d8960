import { browserLocales } from '#web/lib/page/browser-locales.ts';
import { addressChoice, addressNumber, addressText } from '#web/lib/page/parameters.ts';

export const SLIDES_PER_PAGE = [1, 2, 4, 6] as const;
export const NOTE_LAYOUTS = ['none', 'below', 'pages'] as const;
export const PAPERS = ['a4', 'letter'] as const;

/** More than any deck has. */
const PARTS_MAX = 100_000;

/** How slides are laid out on pages. */
export interface PrintChoices {
  /** With one slide a page, pages are as large as slides unless notes are below them. */
  readonly perPage: (typeof SLIDES_PER_PAGE)[number];
  /** `pages`: on pages of their own. With several slides a page there are none. */
  readonly notes: (typeof NOTE_LAYOUTS)[number];
  readonly paper: (typeof PAPERS)[number];
  readonly drawings: boolean;
}

/** What the address of the print page says. Left out: one slide a page, nothing else, the paper of the user's region. */
export interface PrintSearch extends Partial<{ -readonly [Choice in keyof PrintChoices]: PrintChoices[Choice] | undefined }> {
  /** The version to print. Default: the current one. */
  versionId?: string | undefined;
  /** The part of a deck that is too large to be printed at once, from 1. */
  part?: number | undefined;
}

/** Invalid values are set to undefined, not omitted: the router would restore omitted parameters from the address. */
export function readPrintSearch({ perPage, notes, paper, drawings, versionId, part }: Record<string, unknown>): PrintSearch {
  return {
    perPage: addressChoice(SLIDES_PER_PAGE, perPage),
    notes: NOTE_LAYOUTS.find((each) => each === notes),
    paper: PAPERS.find((each) => each === paper),
    drawings: addressChoice([true, false], drawings),
    versionId: addressText(versionId),
    part: addressNumber(part, 2, PARTS_MAX),
  };
}

/** The choices that an address stands for. */
export function choicesOf({ perPage = 1, notes = 'none', paper = usualPaper(), drawings = false }: PrintSearch): PrintChoices {
  return { perPage, notes: perPage === 1 ? notes : 'none', paper, drawings };
}

/** Whether the choices lead to pages of paper, and not only of the deck's own size. */
export function usesPaper({ perPage, notes }: PrintChoices): boolean {
  return perPage > 1 || notes !== 'none';
}

const LETTER_REGIONS = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'CR', 'GT', 'PA', 'DO', 'PR']);

/** The paper that is usual in the region of the browser's language. */
function usualPaper(): PrintChoices['paper'] {
  const region = browserLocales()[0]?.region;
  return region !== undefined && LETTER_REGIONS.has(region) ? 'letter' : 'a4';
}
