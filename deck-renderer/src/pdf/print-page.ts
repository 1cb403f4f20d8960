import type { CDPSession } from 'playwright-core';

/** CSS pixels of an inch. */
const PIXELS_PER_INCH = 96;
const CHUNK = 1024 * 1024;

/** The size of the paper in CSS pixels, and what stays empty on all sides of it. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly margin?: number;
  /** Whether more than one page is printed if the document is longer. */
  readonly isLong?: boolean;
}

/**
 * Prints the document of a page.
 * @returns a PDF
 * @throws Error if the browser cannot print it, or the PDF has more than `bytesMax` bytes
 */
export async function printPage(session: CDPSession, paper: Paper, bytesMax: number): Promise<Buffer> {
  const { width, height, margin = 0, isLong = false } = paper;
  const space = margin / PIXELS_PER_INCH;
  const { stream } = await session.send('Page.printToPDF', {
    printBackground: true,
    paperWidth: width / PIXELS_PER_INCH,
    paperHeight: height / PIXELS_PER_INCH,
    marginTop: space,
    marginBottom: space,
    marginLeft: space,
    marginRight: space,
    ...(isLong ? {} : { pageRanges: '1' }),
    generateTaggedPDF: false,
    transferMode: 'ReturnAsStream',
  });
  if (stream === undefined) throw new Error('The browser has printed nothing.');
  // Read in parts, because a slide can be printed to any number of bytes.
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for (let isEnd = false; !isEnd;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle: stream, size: CHUNK });
      const part = Buffer.from(data, base64Encoded === true ? 'base64' : 'latin1');
      parts.push(part);
      length += part.length;
      if (length > bytesMax) throw new Error('The printed page is too large.');
      isEnd = eof;
    }
  } finally {
    await session.send('IO.close', { handle: stream });
  }
  return Buffer.concat(parts);
}
