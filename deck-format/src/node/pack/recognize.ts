/** How an HTML document runs its presentation. */
export type DeckKind = 'reveal' | 'impress' | 'deck-stage' | 'inline-deck' | 'slidev' | 'marp' | 'plain';

const SIGNS: readonly { readonly kind: DeckKind; readonly every: readonly RegExp[] }[] = [
  { kind: 'slidev', every: [/<meta[^>]+slidev:|<meta[^>]+generator[^>]+slidev/i] },
  { kind: 'marp', every: [/<meta[^>]+generator[^>]+marp|class=["'][^"']*\bmarpit\b|data-marpit-svg|bespoke-marp/i] },
  { kind: 'deck-stage', every: [/<deck-stage[\s>]/i] },
  { kind: 'inline-deck', every: [/\bDECK_MANIFEST\s*=/] },
  { kind: 'impress', every: [/id=["']?impress\b/i, /impress\s*\(|impress(?:\.min)?\.js/i] },
  {
    kind: 'reveal',
    every: [/class=["']?[^"'>]*\breveal\b/i, /Reveal\s*\.\s*initialize|new\s+Reveal\b|reveal(?:\.min|\.esm)?\.m?js/i],
  },
];

/** Names for `provenance.sourceKind` (stage-format.md, "Manifest"). */
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
  return SIGNS.find(({ every }) => every.every((sign) => sign.test(html)))?.kind ?? 'plain';
}

export function sourceKindOf(kind: DeckKind): string {
  return SOURCE_KINDS[kind];
}
