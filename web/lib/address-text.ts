/** A text in the address of a page. The router reads a text of digits as a number. Undefined for an empty text and for other values. */
export function addressText(value: unknown): string | undefined {
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
}
