import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A client that reads nothing for this long is treated as gone. */
const STALL_MILLISECONDS = 60_000;

/**
 * Opens a source and sends it. When the client disconnects, the source is closed at once; if it has left already, nothing is opened. When
 * the source fails midway, the connection is closed, so that the client does not take the part for the whole. Rejects if the source cannot
 * be opened; then nothing has been sent.
 */
export function sendStream(response: ServerResponse, open: (signal: AbortSignal) => Promise<Readable>): Promise<void> {
  return send(response, async (signal) => pipeline(await open(signal), response));
}

/** Passes the data to `take` piece by piece, and waits for each piece to be written before the next. */
export type Pour = (take: (piece: Uint8Array) => Promise<void>, signal: AbortSignal) => Promise<void>;

/** Like `sendStream`, for large sources that reuse the same memory for each piece. */
export function sendPieces(response: ServerResponse, pour: Pour): Promise<void> {
  return send(response, async (signal) => {
    await pour((piece) => write(response, piece, signal), signal);
    response.end();
  });
}

async function send(response: ServerResponse, transfer: (signal: AbortSignal) => Promise<void>): Promise<void> {
  // The client left before anything was opened.
  if (response.destroyed) return;
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  response.setTimeout(STALL_MILLISECONDS, () => response.destroy());
  try {
    await transfer(gone.signal);
  } catch (fault) {
    if (!response.headersSent && !response.destroyed) throw fault;
    response.destroy();
  } finally {
    response.off('close', leave);
    // A source that was opened and is not read, because what it was wrapped in was never read, would stay open.
    gone.abort();
  }
}

/** Resolves when the system has taken the piece. A piece smaller than the response's buffer may still be in that buffer. */
async function write(response: ServerResponse, piece: Uint8Array, signal: AbortSignal): Promise<void> {
  // Writing to it would emit an `error` event, possibly without a listener.
  if (response.destroyed) throw new Error('the response was destroyed');
  if (!response.write(piece)) await once(response, 'drain', { signal });
}
