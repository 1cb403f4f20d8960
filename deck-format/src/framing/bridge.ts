import { insertionPoint } from './doctype.ts';

/**
 * Slide HTML with `element` (a script element, ASCII) behind its doctype. Standards or quirks mode, byte-order mark and
 * the attributes of the html element stay as they were. UTF-16 documents come back untouched.
 */
export function insertAfterDoctype(html: Uint8Array, element: string): Uint8Array {
  const at = insertionPoint(html);
  if (at === null) return html;
  const inserted = new TextEncoder().encode(element);
  const result = new Uint8Array(html.length + inserted.length);
  result.set(html.subarray(0, at));
  result.set(inserted, at);
  result.set(html.subarray(at), at + inserted.length);
  return result;
}
