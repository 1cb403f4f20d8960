import { textChanges } from './merge-texts.ts';

/**
 * Shows changes by others in a text field without moving the caret within its line. A caret on an empty line keeps a line of its
 * own: if others fill that line first, what the user then types starts below it.
 */
export class OwnLine {
  readonly #field: HTMLTextAreaElement;
  /** The state in which typed text starts a line of its own; null if it continues the line of the caret. */
  #owed: { readonly text: string; readonly caret: number } | null = null;

  constructor(field: HTMLTextAreaElement) {
    this.#field = field;
  }

  /** Changes only the pieces that differ, so the browser keeps caret and selection in place. */
  show(text: string): void {
    const field = this.#field;
    const { value: before, selectionStart, selectionEnd } = field;
    const isOwed = this.#isOwed() || (selectionStart === selectionEnd && isEmptyLine(before, selectionStart));
    const isAtEnd = selectionStart === before.length;
    for (const { start, end, text: piece } of textChanges(before, text)) field.setRangeText(piece, start, end, 'preserve');
    if (isOwed && isAtEnd) field.setSelectionRange(text.length, text.length);
    const caret = field.selectionStart;
    this.#owed = isOwed && !isEmptyLine(text, caret) ? { text, caret } : null;
  }

  /** Call this before typed text is inserted: starts a new line if the caret has lost its own. */
  start(): void {
    if (!this.#isOwed()) return;
    const { selectionStart: caret, value } = this.#field;
    // Before a line of others, the typed text belongs in front of the new line break.
    const isInFront = caret < value.length && value[caret] !== '\n';
    this.#field.setRangeText('\n', caret, caret, isInFront ? 'start' : 'end');
    this.#owed = null;
  }

  /** Call this when the user moves the caret: they have chosen where to continue. */
  forget(): void {
    this.#owed = null;
  }

  #isOwed(): boolean {
    const { value, selectionStart, selectionEnd } = this.#field;
    return this.#owed?.text === value && this.#owed.caret === selectionStart && selectionStart === selectionEnd;
  }
}

function isEmptyLine(text: string, caret: number): boolean {
  return (caret === 0 || text[caret - 1] === '\n') && (caret === text.length || text[caret] === '\n');
}
