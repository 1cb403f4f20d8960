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
  return holdsJsonText(value) ? stringifyReplacing(value) : JSON.stringify(value);
}

/** `JSON.stringify` is twice as fast without a function that it asks about every value. */
function holdsJsonText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof JsonText || Object.values(value).some(holdsJsonText);
}

function stringifyReplacing(value: unknown): string {
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
