import { tagsOf, type Tag } from '../html/tags.ts';

/** How an HTML document runs its presentation. */
export type DeckKind = 'reveal' | 'impress' | 'deck-stage' | 'inline-deck' | 'slidev' | 'marp' | 'plain';

/** What a document of a kind has: a tag that `tag` picks, where it is given, and a text that `text` finds, likewise. */
interface Sign {
  readonly kind: DeckKind;
  readonly tag?: (tag: Tag) => boolean;
  readonly text?: RegExp;
}

const classMatches = (tag: Tag, pattern: RegExp): boolean => pattern.test(tag.attributes.get('class') ?? '');

/** Whether a `<meta>` of the document names its generator. */
function isGenerator(tag: Tag, generator: string): boolean {
  if (tag.name !== 'meta') return false;
  const words = [...tag.attributes].flat().join(' ').toLowerCase();
  return words.includes('generator') && words.includes(generator);
}

/** In the order in which they are looked for. The patterns are linear: what they repeat cannot begin them again. */
const SIGNS: readonly Sign[] = [
  {
    kind: 'slidev',
    tag: (tag) =>
      isGenerator(tag, 'slidev') || (tag.name === 'meta' && [...tag.attributes].flat().some((word) => /slidev:/i.test(word))),
  },
  { kind: 'marp', tag: (tag) => isGenerator(tag, 'marp') || classMatches(tag, /\bmarpit\b/i) },
  { kind: 'marp', text: /data-marpit-svg|bespoke-marp/i },
  { kind: 'deck-stage', tag: (tag) => tag.name === 'deck-stage' },
  { kind: 'inline-deck', text: /\bDECK_MANIFEST\s*=/ },
  {
    kind: 'impress',
    tag: (tag) => /^impress\b/i.test(tag.attributes.get('id') ?? ''),
    text: /impress\s*\(|impress(?:\.min)?\.js/i,
  },
  {
    kind: 'reveal',
    tag: (tag) => classMatches(tag, /\breveal\b/i),
    text: /Reveal\s*\.\s*initialize|new\s+Reveal\b|reveal(?:\.min|\.esm)?\.m?js/i,
  },
];

/** Names for `provenance.sourceKind` (FORMAT.md, "Manifest"). */
const SOURCE_KINDS: Record<DeckKind, string> = {
  reveal: 'reveal',
  impress: 'impress',
  'deck-stage': 'webcomponent-deck',
  'inline-deck': 'inline-deck',
  slidev: 'router-html',
  marp: 'plain-html',
  plain: 'plain-html',
};

/** Recognizes a deck by what its HTML has to hold to run at all; `plain` where nothing is recognized. */
export function recognize(html: string): DeckKind {
  const tags = [...tagsOf(html)];
  const found = SIGNS.find(({ tag, text }) => (!tag || tags.some(tag)) && (!text || text.test(html)));
  return found?.kind ?? 'plain';
}

export function sourceKindOf(kind: DeckKind): string {
  return SOURCE_KINDS[kind];
}
