/**
 * Turns a slide into a still: its scripts become data that browsers neither run nor fetch. The frames of stills do not allow
 * scripts anyway, but the browser would log an error for each script element.
 */
export function withScriptsAsData(html: Uint8Array): Uint8Array {
  // If an attribute occurs twice, the first one counts. Latin-1 preserves every byte.
  const text = Buffer.from(html)
    .toString('latin1')
    .replace(/<script(?=[\s/>])/gi, '$& type="text/x-still"');
  return Buffer.from(text, 'latin1');
}
