import { createHash } from 'node:crypto';
import type { Manifest } from 'deck-format';
import type { searchEntries } from '#drizzle/schema/index.ts';
import type { PackageText } from '#shared/search.ts';
import { vectorOf, type Weight } from './words.ts';

/** A slide as the renderer has found it. */
export interface ShownSlide {
  readonly slideIndex: number;
  readonly inner: number | null;
  readonly innerName: string | null;
  readonly title: string;
  /** Null: unknown. */
  readonly content: string | null;
  /** As the document reports them. Null: unknown. */
  readonly speakerNotes: string | null;
  /** Digest of its picture, reduced to a few cells. Null: unknown, different each time, or an empty slide. */
  readonly miniatureDigest: string | null;
}

/** What is known about the slides of a version. */
export interface DescribedVersion {
  readonly manifest: Pick<Manifest, 'slides'>;
  readonly texts: readonly PackageText[];
  readonly shown: readonly ShownSlide[];
}

/** A note of the team on a slide of the current version. */
export interface PlacedNote {
  readonly slideIndex: number;
  /** Empty: the slide as a whole. */
  readonly innerName: string;
  readonly body: string;
}

/** What is known about a deck and its current version. */
export interface IndexedDeck extends DescribedVersion {
  readonly deckId: string;
  readonly title: string;
  readonly versionId: string;
  readonly notes: readonly PlacedNote[];
}

export type NewEntry = typeof searchEntries.$inferInsert;

/** Text and its weight, in the order in which it is read. */
type Parts = readonly { readonly text: string; readonly weight: Weight }[];

/** The entries of a deck. */
export function entriesOf({ deckId, title, versionId, ...deck }: IndexedDeck): NewEntry[] {
  const found: NewEntry[] = [];
  const add = (entry: Pick<NewEntry, 'field' | 'slideIndex' | 'inner' | 'versionId'>, content: string, parts: Parts): void => {
    const words = vectorOf(parts);
    if (words === '') return;
    const place = [entry.field, entry.versionId, entry.slideIndex, entry.inner];
    const digest = createHash('sha256')
      .update(JSON.stringify([place, content, words]))
      .digest('base64url');
    found.push({ ...entry, deckId, content, words, digest });
  };
  add({ field: 'title' }, title, [{ text: title, weight: 'A' }]);
  const slides = slidesOf(deck);
  for (const { slideIndex, inner, headings, text } of slides)
    add({ field: 'slide', versionId, slideIndex, inner }, text, [
      { text: headings, weight: 'B' },
      { text, weight: 'C' },
    ]);
  for (const { body, ...place } of notesOf(deck, slides)) add({ ...place, versionId }, body, [{ text: body, weight: 'D' }]);
  return found;
}

interface FoundSlide extends Pick<PackageText, 'slideIndex' | 'inner' | 'innerName' | 'headings' | 'text'> {
  readonly speakerNotes: string;
}

/** The slides as people see them: those that the renderer has found, if it has; with the text of the package and what scripts made. */
export function slidesOf({ manifest, texts, shown }: DescribedVersion): FoundSlide[] {
  const [textsOf, shownOf] = [
    Map.groupBy(texts, ({ slideIndex }) => slideIndex),
    Map.groupBy(shown, ({ slideIndex }) => slideIndex),
  ];
  return manifest.slides.flatMap(({ label, notes }, slideIndex) => {
    const read = textsOf.get(slideIndex) ?? [];
    const rendered = shownOf.get(slideIndex) ?? [];
    const isInner = rendered.some(({ inner }) => inner !== null);
    if (isInner) return rendered.map((slide, at) => merged(slide, textOf(slide, at, read, rendered)));
    if (rendered.length === 0 && read.length > 1) return read.map((text) => ({ ...text, speakerNotes: text.notes }));
    const whole = asOneSlide(slideIndex, read);
    const slide = rendered[0] === undefined ? { ...whole, speakerNotes: whole.notes } : merged(rendered[0], whole);
    return [
      {
        ...slide,
        text: withLabel(label, slide.text),
        headings: withLabel(label, slide.headings),
        speakerNotes: notes ?? whole.notes,
      },
    ];
  });
}

/** The text of a document that is shown as one slide, also if it has the marks of a slide inside, as each file of a deck that was split. */
function asOneSlide(slideIndex: number, read: readonly PackageText[]): PackageText {
  const all = (part: 'headings' | 'text' | 'notes') => linesOf(read.map((each) => each[part]));
  const text = linesOf([all('text'), ...read.map(({ documentTitle = '' }) => documentTitle)]);
  return { slideIndex, inner: null, innerName: null, headings: all('headings'), text, notes: all('notes') };
}

function linesOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** What the package says about an inner slide that the renderer has found. */
function textOf(
  { innerName }: ShownSlide,
  at: number,
  read: readonly PackageText[],
  rendered: readonly ShownSlide[],
): PackageText | undefined {
  const named = innerName === null ? undefined : read.find((text) => text.innerName === innerName);
  return named ?? (read.length === rendered.length ? read[at] : undefined);
}

function merged(shown: ShownSlide, read: PackageText | undefined): FoundSlide {
  const { slideIndex, inner, innerName, title, content } = shown;
  const speakerNotes = read?.notes || (shown.speakerNotes ?? '');
  const lines = new Set((read?.text ?? '').split('\n'));
  const made = (content ?? '').split('\n').filter((line) => line.trim() !== '' && !lines.has(line));
  const text = linesOf([read?.text ?? '', ...made]);
  return { slideIndex, inner, innerName, headings: read?.headings || title, text, speakerNotes };
}

/** The name that a slide has in the overview. Names that only say its position or its file are nothing to be found. */
function withLabel(label: string, text: string): string {
  const isPlace = /^(?:slide|folie)?[\s#_-]*\d*$|\.html?$|\//iu.test(label);
  return isPlace || text.includes(label) ? text : linesOf([label, text]);
}

/** Notes at a place: a slide, an inner slide, or a whole document with slides inside. */
interface FoundNotes {
  readonly field: 'notes' | 'speakerNotes';
  readonly slideIndex: number;
  readonly inner: number | null;
  readonly body: string;
}

/**
 * The notes of the team and of the package, those of one kind at one place together. Notes that belong to no slide as people see them are at the
 * document: of inner slides that the current version does not have, of documents whose slides are not known, and those of the package for a whole
 * document with slides inside.
 */
function notesOf(
  { manifest, notes }: DescribedVersion & Pick<IndexedDeck, 'notes'>,
  slides: readonly FoundSlide[],
): FoundNotes[] {
  const placed = Map.groupBy(slides, ({ slideIndex, innerName }) => `${slideIndex} ${innerName ?? ''}`);
  const placesOf = (slideIndex: number, innerName: string) =>
    placed.get(`${slideIndex} ${innerName}`) ?? [{ slideIndex, inner: null }];
  const all: FoundNotes[] = [
    ...slides.map(({ slideIndex, inner, speakerNotes: body }) => ({ field: 'speakerNotes' as const, slideIndex, inner, body })),
    ...manifest.slides.flatMap(({ notes: body }, slideIndex) =>
      body === null || placed.has(`${slideIndex} `) ? [] : [{ field: 'speakerNotes' as const, slideIndex, inner: null, body }],
    ),
    ...notes.flatMap(({ slideIndex, innerName, body }) =>
      placesOf(slideIndex, innerName).map(({ inner }) => ({ field: 'notes' as const, slideIndex, inner, body })),
    ),
  ];
  const groups = Map.groupBy(all, ({ field, slideIndex, inner }) => `${field} ${slideIndex} ${inner ?? ''}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, body: group.map(({ body }) => body).join('\n') })),
  );
}
