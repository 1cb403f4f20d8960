const encoder = new TextEncoder();
/** ASCII letters and signs with single spaces between them: one byte each, with no white space to collapse. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Collects text in blocks, one line each, up to a size. White space is collapsed, as browsers do. */
export class TextBlocks {
  readonly #lines: string[] = [];
  /** The current block, before white space is collapsed. */
  #block = '';
  #remaining: number;

  /** @param maxBytes the maximum size of all lines in UTF-8 */
  constructor(maxBytes: number) {
    this.#remaining = maxBytes;
  }

  /** The same text so far, for a copy of which other text is added. @param maxBytes the maximum size of its lines */
  copy(maxBytes: number): TextBlocks {
    const copy = new TextBlocks(maxBytes);
    for (const line of this.#lines) copy.addLine(line);
    copy.#block = this.#block;
    return copy;
  }

  get isFull(): boolean {
    return this.#remaining <= 0;
  }

  /** Adds text to the current block. */
  add(text: string): void {
    // Long white space counts too, so that a block is never held that is much longer than the limit.
    if (this.#block.length <= 2 * this.#remaining) this.#block += text;
  }

  /** Ends the current block. */
  end(): void {
    if (this.#block === '') return;
    const block = this.#block;
    this.#block = '';
    this.addLine(block);
  }

  /** Adds a block between the others, without ending the current one. */
  addLine(text: string): void {
    if (this.isFull) return;
    if (text.length <= this.#remaining && PLAIN.test(text)) {
      this.#lines.push(text);
      this.#remaining -= text.length + 1;
      return;
    }
    const line = firstBytes(collapsed(text.slice(0, 2 * this.#remaining)), this.#remaining);
    if (line === '') return;
    this.#lines.push(line);
    this.#remaining -= encoder.encode(line).length + 1;
  }

  /** The lines, separated by line breaks. */
  text(): string {
    this.end();
    return this.#lines.join('\n');
  }

  first(): string {
    this.end();
    return this.#lines[0] ?? '';
  }

  lines(): readonly string[] {
    this.end();
    return this.#lines;
  }
}

/** Without lone surrogates and NUL, which cannot be stored as text. */
function collapsed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim();
}

/** The beginning of a text that fits into a number of bytes in UTF-8. No character is split. */
function firstBytes(text: string, most: number): string {
  if (text.length * 3 <= most) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(most));
  return text.slice(0, read);
}
