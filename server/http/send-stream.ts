import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A client that takes no byte for so long is gone. */
const STALL_MILLISECONDS = 60_000;

/**
 * Opens a source and sends it. When the client goes away the source is let go at once; when the source
 * fails midway the connection is broken, so that nobody takes the part for the whole. A source that
 * fails to open rejects, with the response still unsent.
 */
export async function sendStream(response: ServerResponse, open: (signal: AbortSignal) => Promise<Readable>): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  response.setTimeout(STALL_MILLISECONDS, () => response.destroy());
  try {
    await pipeline(await open(gone.signal), response);
  } catch (fault) {
    if (!response.headersSent && !response.destroyed) throw fault;
    response.destroy();
  } finally {
    response.off('close', leave);
  }
}
