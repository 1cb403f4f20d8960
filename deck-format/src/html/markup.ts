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

/**
 * The tags and texts of an HTML or SVG text in order, without comments, as the tokenizer of the HTML standard reads them. A tree is
 * not built: the time for that is not linear in the length of the text, because unclosed elements are opened again and again.
 */
export function markupOf(html: string): Markup[] {
  const found: Markup[] = [];
  let foreign = 0;
  let within: string | null = null;
  // A text arrives in many pieces, which are joined once.
  let run: { readonly start: number; readonly pieces: string[] } | undefined;
  const addText = ({ chars, location }: Token.CharacterToken): void => {
    run ??= { start: location?.startOffset ?? 0, pieces: [] };
    run.pieces.push(chars);
  };
  const endText = (): void => {
    if (run) found.push({ type: 'text', text: run.pieces.join(''), start: run.start, within });
    run = undefined;
  };
  const addTag = (token: Token.TagToken): void => {
    endText();
    found.push(tagOf(token));
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        addTag(token);
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
        addTag(token);
        within = null;
        if (FOREIGN.has(token.tagName)) foreign = Math.max(0, foreign - 1);
        tokenizer.inForeignNode = foreign > 0;
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: endText,
    },
  );
  tokenizer.write(html, true);
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
