import { insertionPoint } from './doctype.ts';

/**
 * Slide HTML with `element` (a script element, ASCII) behind its doctype. Standards or quirks mode, byte-order mark and
 * the attributes of the html element stay as they were. UTF-16 documents come back untouched. `at` is the entry's
 * `scriptAt` where verification has found it already; without it the document is searched.
 */
export function insertAfterDoctype(html: Uint8Array, element: string, at: number | null = insertionPoint(html)): Uint8Array {
  if (at === null) return html;
  const inserted = new TextEncoder().encode(element);
  const result = new Uint8Array(html.length + inserted.length);
  result.set(html.subarray(0, at));
  result.set(inserted, at);
  result.set(html.subarray(at), at + inserted.length);
  return result;
}
