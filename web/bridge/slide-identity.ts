import type { OutlinedSlide } from '#web/protocol/messages.ts';

type Identity = NonNullable<OutlinedSlide['identity']>;

/** Formulas, as the libraries that render them leave them. */
export const FORMULAS = '.katex, .katex-display, .MathJax, .MathJax_Display, mjx-container, math';
/** Formulas that are not rendered yet. */
const TEX = /\$\$.*?\$\$|\\\(.*?\\\)|\\\[.*?\\\]|\$[^\s$][^$]*\$/gsu;
/** Ids that runtimes make, such as `1` (Marp), `step-3` (impress.js) and `section-3` (WebSlides): they are positions. */
const MADE_BY_RUNTIME = /^(?:[a-z]+[-_]?)?\d+$/iu;
const MAX = 256;

/**
 * What identifies a slide in the next version of its document as well.
 * @param title its title without formulas, which look different before and after they are rendered
 */
export function identityOf({ id }: Element, title: string): Identity {
  const isOwn = id !== '' && id.length <= MAX && !MADE_BY_RUNTIME.test(id);
  return { id: isOwn ? id : null, title: title.slice(0, MAX) };
}

/** The text without formulas that are not rendered yet. */
export function withoutTex(text: string): string {
  return text.replaceAll(TEX, ' ').replaceAll(/\s+/gu, ' ').trim();
}
