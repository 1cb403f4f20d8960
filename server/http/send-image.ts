import type { Request, Response } from 'express';
import type { Readable } from 'node:stream';
import { sendStream } from './send-stream.ts';

/** A picture that belongs to a deck. */
export interface Image {
  readonly contentType: string;
  /** The entity tag, without quotes. */
  readonly tag: string;
  readonly sizeBytes: number;
  readonly open: (signal: AbortSignal) => Promise<Readable>;
}

/**
 * Sends a picture. Caches may keep it, but must ask before they use it, so that nobody sees it after they have lost the right to the
 * deck.
 */
export async function sendImage(
  request: Request,
  response: Response,
  { contentType, tag, sizeBytes, open }: Image,
): Promise<void> {
  response.setHeader('Content-Type', contentType);
  response.setHeader('ETag', `"${tag}"`);
  response.setHeader('Cache-Control', 'private, no-cache');
  if (request.fresh) return void response.status(304).end();
  response.setHeader('Content-Length', sizeBytes);
  if (request.method === 'HEAD') return void response.end();
  return sendStream(response, open);
}
