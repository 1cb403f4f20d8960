import { Token, Tokenizer, TokenizerMode } from 'parse5';

/** A start or end tag in an HTML text. Offsets are in UTF-16 code units; `end` is the offset after `>`. */
export interface Tag {
  readonly type: 'tag';
  readonly name: string;
  readonly isEnd: boolean;
  readonly start: number;
  readonly end: number;
  /** Names are in lower case. Character references in values are resolved. */
  readonly attributes: ReadonlyMap<string, Attribute>;
}

export interface Attribute {
  readonly value: string;
  /** The offset of its name. */
  readonly start: number;
}

/** Text between tags, with character references resolved, or the content of an element that contains only text. */
export interface TextRun {
  readonly type: 'text';
  readonly text: string;
  readonly start: number;
  /** The element that contains only text, such as `script`. Null for other text. */
  readonly within: string | null;
}

export type Markup = Tag | TextRun;

/** Elements that contain only text. A deck is played with scripts, so this includes `noscript`. */
const TEXT_ONLY = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
  ...['style', 'noscript', 'iframe', 'xmp', 'noembed', 'noframes'].map((name) => [name, TokenizerMode.RAWTEXT] as const),
]);
const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math']);

/** A piece of text. It has a location if the tokenizer was asked for that. */
export type TextToken = Pick<Token.CharacterToken, 'chars' | 'location'>;

/** Receives the tokens of a text in order. A text may arrive in many pieces. */
export interface MarkupVisitor {
  readonly tag: (token: Token.TagToken) => void;
  /** `within`: the element that contains only text, such as `script`. Null for other text. */
  readonly text: (token: TextToken, within: string | null) => void;
}

export interface MarkupTokenizer {
  /** Reads the next piece of the text. */
  readonly write: (piece: string, isLast: boolean) => void;
  /** The element that contains only text, and in which the text read so far ends. Null elsewhere. */
  readonly within: () => string | null;
}

/** Characters by which text differs from what is passed on: references, NUL and carriage returns. */
const CHANGED = /[&\0\r]/;
/** What the tokenizer receives at once inside of a comment or a long tag, in UTF-16 code units. */
const PIECE_MIN = 64;
const PIECE_MAX = 64 * 1024;

/** A tokenizer that drops the attributes of a tag after the first `most`. */
class TokenizerWithFewAttributes extends Tokenizer {
  readonly #most: number;

  constructor(most: number, ...options: ConstructorParameters<typeof Tokenizer>) {
    super(...options);
    this.#most = most;
  }

  /** Whether all text so far has been passed on, and what follows is text until the next `<`. */
  get isBetweenTags(): boolean {
    return this.state === TokenizerMode.DATA && this.currentCharacterToken === null;
  }

  protected override _leaveAttrName(): void {
    const token = this.currentToken;
    if (token !== null && 'attrs' in token && token.attrs.length >= this.#most) return;
    super._leaveAttrName();
  }
}

/**
 * A tokenizer for HTML or SVG that passes tags and texts, without comments, to `visitor`. It knows elements that contain only text,
 * and foreign elements. A tree is not built: the time for that is not linear in the length of the text, because unclosed elements are
 * opened again and again.
 */
export function markupTokenizer(
  visitor: MarkupVisitor,
  { locations = false, attributesMax = Infinity }: { readonly locations?: boolean; readonly attributesMax?: number } = {},
): MarkupTokenizer {
  let foreign = 0;
  let within: string | null = null;
  const addText = (token: TextToken): void => visitor.text(token, within);
  const tokenizer = new TokenizerWithFewAttributes(
    attributesMax,
    { sourceCodeLocationInfo: locations },
    {
      onStartTag(token) {
        visitor.tag(token);
        const { tagName: name, selfClosing } = token;
        const isEmpty = selfClosing && (foreign > 0 || FOREIGN.has(name));
        const mode = isEmpty ? undefined : TEXT_ONLY.get(name);
        if (mode !== undefined) {
          tokenizer.state = mode;
          within = name;
        }
        if (FOREIGN.has(name) && !isEmpty) foreign++;
        tokenizer.inForeignNode = foreign > 0;
      },
      onEndTag(token) {
        visitor.tag(token);
        within = null;
        if (FOREIGN.has(token.tagName)) foreign = Math.max(0, foreign - 1);
        tokenizer.inForeignNode = foreign > 0;
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => undefined,
    },
  );
  // What was read is dropped early, because the rest is copied with each piece.
  if (!locations) tokenizer.preprocessor.bufferWaterline = PIECE_MIN;
  /** The tokenizer takes one character after the other, so text that it would not change is passed on without it. */
  const writeTags = (html: string): void => {
    let at = 0;
    let piece = PIECE_MIN;
    const writeTo = (end: number): void => {
      tokenizer.write(html.slice(at, end), false);
      at = end;
    };
    while (at < html.length) {
      if (!tokenizer.isBetweenTags) {
        // What the tokenizer keeps is copied with each piece, so these become longer. After a tag, it may be between tags again.
        const next = html.slice(at, at + piece);
        writeTo(at + (next.lastIndexOf('>') + 1 || next.length));
        piece = Math.min(PIECE_MAX, piece * 2);
        continue;
      }
      piece = PIECE_MIN;
      const tag = html.indexOf('<', at);
      const chars = html.slice(at, tag === -1 ? html.length : tag);
      if (!CHANGED.test(chars)) {
        if (chars !== '') visitor.text({ chars, location: null }, null);
        at += chars.length;
      }
      writeTo(html.indexOf('>', at) + 1 || html.length);
    }
  };
  const write = (html: string, isLast: boolean): void => {
    if (locations) return tokenizer.write(html, isLast);
    writeTags(html);
    if (isLast) tokenizer.write('', true);
  };
  return { write, within: () => within };
}

/** The tags and texts of an HTML or SVG text in order, without comments, as the tokenizer of the HTML standard reads them. */
export function markupOf(html: string): Markup[] {
  const found: Markup[] = [];
  // A text arrives in many pieces, which are joined once.
  let run: { readonly start: number; readonly pieces: string[]; readonly within: string | null } | undefined;
  const endText = (): void => {
    if (run) found.push({ type: 'text', text: run.pieces.join(''), start: run.start, within: run.within });
    run = undefined;
  };
  const tokenizer = markupTokenizer(
    {
      tag(token) {
        endText();
        found.push(tagOf(token));
      },
      text({ chars, location }, within) {
        run ??= { start: location?.startOffset ?? 0, pieces: [], within };
        run.pieces.push(chars);
      },
    },
    { locations: true },
  );
  tokenizer.write(html, true);
  endText();
  return found;
}

/** The tags of an HTML text in order, without those in comments and in elements that contain only text. */
export function tagsOf(html: string): Tag[] {
  return markupOf(html).filter((markup) => markup.type === 'tag');
}

function tagOf({ type, tagName, attrs, location }: Token.TagToken): Tag {
  const start = location?.startOffset ?? 0;
  const attributes = new Map<string, Attribute>();
  for (const { name, value } of attrs) attributes.set(name, { value, start: location?.attrs?.[name]?.startOffset ?? start });
  const isEnd = type === Token.TokenType.END_TAG;
  return { type: 'tag', name: tagName, isEnd, start, end: location?.endOffset ?? start, attributes };
}

/** The value of an attribute. Undefined if the tag does not have it. */
export function attributeOf(tag: Tag, name: string): string | undefined {
  return tag.attributes.get(name)?.value;
}

/** Whether the tag has the class `name`. */
export function hasClass(tag: Tag, name: string): boolean {
  return (attributeOf(tag, 'class') ?? '').split(/\s+/).includes(name);
}
