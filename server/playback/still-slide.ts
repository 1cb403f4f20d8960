/**
 * A slide as a picture of itself: its scripts become data that no browser runs, fetches or complains about. Frames of
 * pictures allow no scripts anyway; but there each script element would be an error in the console.
 */
export function withScriptsAsData(html: Uint8Array): Uint8Array {
  // Of an attribute that stands twice the first one counts. Latin-1 keeps every byte as it is.
  const text = Buffer.from(html)
    .toString('latin1')
    .replace(/<script(?=[\s/>])/gi, '$& type="text/x-still"');
  return Buffer.from(text, 'latin1');
}
