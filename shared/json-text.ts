/**
 * JSON kept as the text it was sent as. Annotation payloads are stored and given back to the letter:
 * parsing and printing them again would reorder keys, drop duplicate ones and round large numbers.
 *
 * A typed client gets an ordinary value (`toJSON`); the REST side prints `text` itself, by `stringifyVerbatim`.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** `JSON.stringify`, but every `JsonText` inside comes out as its very own text. */
export function stringifyVerbatim(value: unknown): string {
  const verbatim: string[] = [];
  const marker = `verbatim-${crypto.randomUUID()}`;
  const printed = JSON.stringify(value, function replace(this: Record<string, unknown>, key: string, current: unknown) {
    const original = this[key];
    if (!(original instanceof JsonText)) return current;
    return `${marker}:${verbatim.push(original.text) - 1}`;
  });
  return verbatim.length === 0
    ? printed
    : printed.replace(new RegExp(`"${marker}:(\\d+)"`, 'g'), (_, index) => verbatim[Number(index)] ?? 'null');
}
