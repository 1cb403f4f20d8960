import { once } from 'node:events';
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
export function sendStream(response: ServerResponse, open: (signal: AbortSignal) => Promise<Readable>): Promise<void> {
  return send(response, async (signal) => pipeline(await open(signal), response));
}

/** Says what is to be sent, piece by piece, and waits with each until the one before has gone. */
export type Pour = (take: (piece: Uint8Array) => Promise<void>, signal: AbortSignal) => Promise<void>;

/** As `sendStream`, for large sources that fill the same memory over and over. */
export function sendPieces(response: ServerResponse, pour: Pour): Promise<void> {
  return send(response, async (signal) => {
    await pour((piece) => write(response, piece, signal), signal);
    response.end();
  });
}

async function send(response: ServerResponse, transfer: (signal: AbortSignal) => Promise<void>): Promise<void> {
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
  }
}

/** Resolves when the piece is in the hands of the system. One that is smaller than the response's buffer may still wait there. */
async function write(response: ServerResponse, piece: Uint8Array, signal: AbortSignal): Promise<void> {
  // Writing would be an `error` event that nobody may be there to hear.
  if (response.destroyed) throw new Error('the response was destroyed');
  if (!response.write(piece)) await once(response, 'drain', { signal });
}
