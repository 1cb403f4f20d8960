import type { Token } from 'parse5';

/** The value of an attribute. Undefined if the tag does not have it. */
export function attribute(tag: Token.TagToken, name: string): string | undefined {
  for (const attr of tag.attrs) if (attr.name === name) return attr.value;
  return undefined;
}

export function hasClassName(tag: Token.TagToken, name: string): boolean {
  const classes = attribute(tag, 'class');
  return classes !== undefined && classes.includes(name) && classes.split(/\s+/).includes(name);
}

/** How the slides inside a document are marked that runs its own presentation. */
interface InnerRule {
  /** The element that contains the slides. Without it, slides may be anywhere. */
  readonly container?: (tag: Token.TagToken) => boolean;
  readonly slide: (tag: Token.TagToken) => boolean;
  /** Whether a slide that contains slides is a stack of these, and no slide itself. */
  readonly stacks?: boolean;
}

/** What can be a container or a slide without any attribute. */
const NAMED = new Set(['section', 'deck-stage']);

const isSection = ({ tagName }: Token.TagToken): boolean => tagName === 'section';

/** The same slides, in the same order, as the runtimes of the player find (`web/bridge/runtimes`), if no script makes them. */
const INNER_RULES: readonly InnerRule[] = [
  { slide: (tag) => tag.tagName === 'svg' && attribute(tag, 'data-marpit-svg') !== undefined },
  {
    container: (tag) => hasClassName(tag, 'slides'),
    slide: (tag) => isSection(tag) && attribute(tag, 'data-visibility') !== 'hidden',
    stacks: true,
  },
  { container: (tag) => attribute(tag, 'id') === 'impress', slide: (tag) => hasClassName(tag, 'step') },
  { container: (tag) => tag.tagName === 'deck-stage', slide: isSection },
  { container: (tag) => attribute(tag, 'id') === 'webslides', slide: isSection },
  { container: (tag) => hasClassName(tag, 'shower'), slide: (tag) => hasClassName(tag, 'slide') },
];

/** Counts how deep the tags of one name are nested. */
export class OpenElement {
  readonly #name: string;
  #depth = 1;

  constructor({ tagName }: Token.TagToken) {
    this.#name = tagName;
  }

  /** Call it with every tag inside the element. Returns true if the tag closes it. */
  closes({ tagName, selfClosing }: Token.TagToken, isEnd: boolean): boolean {
    if (tagName !== this.#name || (selfClosing && !isEnd)) return false;
    this.#depth += isEnd ? -1 : 1;
    return this.#depth === 0;
  }
}

/** A change of the current slide by a tag. */
export type InnerStep = 'begins' | 'begins-stacked' | 'ends' | null;

/** Finds the slides inside a document in the order of its tags. The first rule whose slide is found decides. */
export class InnerSlides {
  readonly #containers = new Map<InnerRule, OpenElement>();
  #rule: InnerRule | null = null;
  #slide: OpenElement | null = null;
  #stacked: OpenElement | null = null;
  #isStack = false;

  /** Call it with every tag, void elements excepted. */
  step(tag: Token.TagToken, isEnd: boolean): InnerStep {
    if (this.#slide !== null) return this.#within(this.#slide, tag, isEnd);
    if (this.#containers.size === 0 && (isEnd || (tag.attrs.length === 0 && !NAMED.has(tag.tagName)))) return null;
    for (const rule of this.#rule === null ? INNER_RULES : [this.#rule]) {
      const container = this.#containers.get(rule);
      if (container?.closes(tag, isEnd) === true) this.#containers.delete(rule);
      if (isEnd) continue;
      if (rule.container === undefined || container !== undefined) {
        if (!rule.slide(tag)) continue;
        this.#rule = rule;
        this.#slide = new OpenElement(tag);
        this.#isStack = false;
        return 'begins';
      }
      if (rule.container(tag)) this.#containers.set(rule, new OpenElement(tag));
    }
    return null;
  }

  #within(slide: OpenElement, tag: Token.TagToken, isEnd: boolean): InnerStep {
    if (slide.closes(tag, isEnd)) {
      const wasStack = this.#isStack && this.#stacked === null;
      this.#slide = this.#stacked = null;
      return wasStack ? null : 'ends';
    }
    if (this.#stacked !== null) {
      if (!this.#stacked.closes(tag, isEnd)) return null;
      this.#stacked = null;
      return 'ends';
    }
    if (isEnd || this.#rule?.stacks !== true || !this.#rule.slide(tag)) return null;
    this.#stacked = new OpenElement(tag);
    const isFirst = !this.#isStack;
    this.#isStack = true;
    return isFirst ? 'begins-stacked' : 'begins';
  }
}
