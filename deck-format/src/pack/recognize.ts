import { attributeOf, hasClass, tagsOf, type Tag } from '../html/markup.ts';

/** The presentation framework of an HTML document. */
export type DeckKind =
  | 'reveal'
  | 'impress'
  | 'deck-stage'
  | 'inline-deck'
  | 'slidev'
  | 'marp'
  | 'shower'
  | 'webslides'
  | 'remark'
  | 'bespoke'
  | 'plain';

/**
 * The features of a kind of document: a tag for which `tag` is true, and text that `text` matches. Either one may be left out.
 */
interface Sign {
  readonly kind: DeckKind;
  readonly tag?: (tag: Tag) => boolean;
  readonly text?: RegExp;
}

const classMatches = (tag: Tag, pattern: RegExp): boolean => pattern.test(attributeOf(tag, 'class') ?? '');

/** The names and values of its attributes. */
function wordsOf(tag: Tag): string[] {
  return [...tag.attributes].flatMap(([name, { value }]) => [name, value]);
}

/** Whether the tag is a `<meta>` element that names this generator. */
function isGenerator(tag: Tag, generator: string): boolean {
  if (tag.name !== 'meta') return false;
  const words = wordsOf(tag).join(' ').toLowerCase();
  return words.includes('generator') && words.includes(generator);
}

/**
 * The first sign that matches decides. The patterns take linear time, because their repetitions cannot match their own beginning.
 */
const SIGNS: readonly Sign[] = [
  {
    kind: 'slidev',
    tag: (tag) => isGenerator(tag, 'slidev') || (tag.name === 'meta' && wordsOf(tag).some((word) => /slidev:/i.test(word))),
  },
  { kind: 'marp', tag: (tag) => isGenerator(tag, 'marp') || classMatches(tag, /\bmarpit\b/i) },
  { kind: 'marp', text: /data-marpit-svg|bespoke-marp/i },
  { kind: 'deck-stage', tag: (tag) => tag.name === 'deck-stage' },
  { kind: 'inline-deck', text: /\bDECK_MANIFEST\s*=/ },
  {
    kind: 'impress',
    tag: (tag) => /^impress\b/i.test(attributeOf(tag, 'id') ?? ''),
    text: /impress\s*\(|impress(?:\.min)?\.js/i,
  },
  {
    kind: 'reveal',
    tag: (tag) => classMatches(tag, /\breveal\b/i),
    text: /Reveal\s*\.\s*initialize|new\s+Reveal\b|reveal(?:\.min|\.esm)?\.m?js/i,
  },
  { kind: 'shower', tag: (tag) => hasClass(tag, 'shower'), text: /shower(?:\.min)?\.m?js|new\s+Shower\b/i },
  {
    kind: 'webslides',
    tag: (tag) => attributeOf(tag, 'id') === 'webslides',
    text: /webslides(?:\.min)?\.m?js|new\s+WebSlides\b/i,
  },
  { kind: 'remark', text: /remark\s*\.\s*create\s*\(/ },
  { kind: 'bespoke', text: /bespoke\s*\.\s*from\s*\(/ },
];

/** Values of `provenance.sourceKind` in the manifest. */
const SOURCE_KINDS: Record<DeckKind, string> = {
  reveal: 'reveal',
  impress: 'impress',
  'deck-stage': 'webcomponent-deck',
  'inline-deck': 'inline-deck',
  slidev: 'router-html',
  marp: 'plain-html',
  shower: 'plain-html',
  webslides: 'plain-html',
  remark: 'plain-html',
  bespoke: 'plain-html',
  plain: 'plain-html',
};

/** Recognizes the framework of a deck by markup that it needs to work. `plain` if none is recognized. */
export function recognize(html: string): DeckKind {
  const tags = tagsOf(html);
  const found = SIGNS.find(({ tag, text }) => (!tag || tags.some(tag)) && (!text || text.test(html)));
  return found?.kind ?? 'plain';
}

/** The value of `provenance.sourceKind` for a kind of deck. */
export function sourceKindOf(kind: DeckKind): string {
  return SOURCE_KINDS[kind];
}
