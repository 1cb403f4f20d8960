import type { Manifest } from 'deck-format';
import { describe, expect, it, vi } from 'vitest';
import type { Slide } from '#shared/slides.ts';
import type { OutlinedSlide } from '#web/protocol/messages.ts';
import { layoutOf } from './page-layout.ts';
import { choicesOf, readPrintSearch } from './print-choices.ts';
import { printedSlides } from './printed-slides.ts';

const manifestOf = (architecture: Manifest['architecture'], ...slides: { file: string; label: string; notes?: string }[]) =>
  ({ architecture, slides }) as Partial<Manifest> as Manifest;
const outlined = (label: string, notes: string | null = null): OutlinedSlide => ({ label, text: '', notes });
const NOTHING_INSIDE = { count: 1, outline: [], names: [] };
const noNotes = () => undefined;

describe('printed slides', () => {
  it('are those of the package, and share a document if their files are the same', () => {
    const manifest = manifestOf(
      'multi-file',
      { file: 'a.html', label: 'A', notes: 'of the author' },
      { file: 'b.html', label: 'B' },
      { file: 'b.html', label: 'C' },
    );
    const slides = printedSlides({
      manifest,
      listed: [],
      inside: NOTHING_INSIDE,
      noteOf: (slideIndex) => (slideIndex === 1 ? ' of the team ' : undefined),
    });
    expect(slides.map(({ title, inner, notes }) => ({ title, inner, notes }))).toEqual([
      { title: 'A', inner: null, notes: ['of the author'] },
      { title: 'B', inner: 0, notes: ['of the team'] },
      { title: 'C', inner: 1, notes: [] },
    ]);
    expect(slides[2]?.picture).toEqual({ is: 'document', file: 'b.html' });
  });

  it('are those that a document reports, with the note of the document on the first', () => {
    const manifest = manifestOf('single-file-html', { file: 'a.html', label: 'A', notes: 'of all' });
    const inside = {
      count: 3,
      outline: [outlined('One', 'first'), outlined('Two', 'second'), outlined('Three', 'third')],
      names: ['title:1:One', 'title:1:Two', 'title:1:Three'],
    };
    const noteOf = (_: number, inner: string | null) => (inner === 'title:1:Two' ? '' : undefined);
    expect(printedSlides({ manifest, listed: [], inside, noteOf }).map(({ title, notes }) => [title, ...notes])).toEqual([
      ['One', 'of all', 'first'],
      // The team has removed the author's note.
      ['Two'],
      ['Three', 'third'],
    ]);
  });

  it('are shown as the pictures of the server, if there are any', () => {
    const manifest = manifestOf('single-file-html', { file: 'a.html', label: 'A' });
    const listed: Slide[] = [0, 1].map((inner) => ({
      index: 0,
      inner,
      title: `${inner}`,
      thumbnailUrl: inner === 0 ? '/picture' : null,
      steps: 0,
    }));
    expect(
      printedSlides({ manifest, listed, inside: NOTHING_INSIDE, noteOf: noNotes }).map(({ picture, inner }) => [inner, picture]),
    ).toEqual([
      [0, { is: 'rendered', url: '/picture' }],
      [1, { is: 'document', file: 'a.html' }],
    ]);
  });
});

describe('pages', () => {
  const choose = (search: Record<string, unknown>) => choicesOf(readPrintSearch({ paper: 'a4', ...search }));
  const HD = { width: 1920, height: 1080 };

  it('are as large as the slides', () => {
    const { page, slide } = layoutOf(choose({}), HD);
    expect(page).toEqual({ ...HD, margin: 0 });
    expect(slide).toEqual(HD);
  });

  it.each([
    [1_000_000, 4000],
    [0.5, 200],
  ])('of a deck that claims to be %d wide are %d wide', (claimed, expected) => {
    expect(layoutOf(choose({}), { width: claimed, height: claimed / 2 }).page).toMatchObject({
      width: expected,
      height: expected / 2,
    });
  });

  it.each([HD, { width: 800, height: 1200 }, { width: 3000, height: 100 }])(
    'of paper hold all slides of a handout, and a slide with room for its notes: %j',
    (dimensions) => {
      for (const perPage of [2, 4, 6]) {
        const { page, slide, grid } = layoutOf(choose({ perPage }), dimensions);
        expect(grid && grid.columns * grid.rows).toBe(perPage);
        expect(slide.width * (grid?.columns ?? 0)).toBeLessThanOrEqual(page.width - 2 * page.margin);
        expect(slide.height * (grid?.rows ?? 0)).toBeLessThanOrEqual(page.height - 2 * page.margin);
        expect(slide.width / slide.height).toBeCloseTo(dimensions.width / dimensions.height);
      }
      const { page, slide } = layoutOf(choose({ notes: 'below' }), dimensions);
      expect(slide.height).toBeLessThanOrEqual(page.height / 2);
    },
  );
});

describe('the address of the print page', () => {
  it('has only known choices', () => {
    const unknown = readPrintSearch({ perPage: 3, notes: ['below'], paper: 'a3', drawings: 'yes', versionId: {}, part: 1.5 });
    expect(Object.values(unknown).filter((value) => value !== undefined)).toEqual([]);
    const written = readPrintSearch({ perPage: '4', drawings: 'true', versionId: '2026', part: '2' });
    expect(written).toMatchObject({ perPage: 4, drawings: true, versionId: '2026', part: 2 });
  });

  it.each([
    [['en-US', 'de-DE'], 'letter'],
    [['de-DE', 'en-US'], 'a4'],
    [['en-US@posix'], 'letter'],
    [['en'], 'a4'],
    [[], 'a4'],
  ])('that names no paper stands for the one of the region: %j, %s', (languages, paper) => {
    vi.stubGlobal('navigator', { languages });
    expect(choicesOf({}).paper).toBe(paper);
    vi.unstubAllGlobals();
  });

  it('has no notes with several slides a page', () => {
    expect(choicesOf({ perPage: 2, notes: 'pages', paper: 'a4' }).notes).toBe('none');
  });
});
