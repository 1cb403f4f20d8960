/**
 * JSON that is kept as text. Annotation payloads are stored and returned unchanged: parsing and printing them would reorder keys,
 * drop duplicate keys and round large numbers.
 *
 * The tRPC API returns an ordinary value (`toJSON`). The REST API prints `text` with `stringifyVerbatim`.
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

/** Like `JSON.stringify`, but prints the text of every `JsonText` in `value` unchanged. */
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
