/**
 * Reads the parameters of an address as texts. The router would read each as JSON, so that `"a phrase"` lost its quotes and `1e3` became a
 * number. Of a parameter that occurs several times, the last one counts.
 */
export function parseParameters(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The reverse of `parseParameters`, with the question mark; empty if no parameter has a value. */
export function writeParameters(parameters: object): string {
  const written = Object.entries(parameters).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  );
  return written.length === 0 ? '' : `?${String(new URLSearchParams(written))}`;
}

/** A text in the address of a page. Undefined for an empty text and for other values. */
export function addressText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value that the address names. The application uses values themselves, and an address has them as text. */
export function addressChoice<Value extends string | number | boolean>(
  values: readonly Value[],
  value: unknown,
): Value | undefined {
  return values.find((each) => each === value || String(each) === value);
}

/** A whole number in the address of a page, as digits or as a number. Undefined if it is outside of this range, and for other values. */
export function addressNumber(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}
