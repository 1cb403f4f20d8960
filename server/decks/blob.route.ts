import type { Request, Response } from 'express';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { deckNotFound } from '#server/errors.ts';
import { attachmentNamed } from '#server/http/download-name.ts';
import { parsed } from '#server/http/parsed.ts';
import { rangeOf } from '#server/http/range.ts';
import type { Route } from '#server/http/routes.ts';
import { type Pour, sendPieces } from '#server/http/send-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BlobNotFoundError } from '#server/storage/storage-errors.ts';
import { versionTargetSchema } from '#shared/versions.ts';
import type { DecksService } from './decks.service.ts';

/** Default: the current version. */
const targetSchema = versionTargetSchema.partial({ versionId: true });

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly decks: DecksService;
  readonly blobs: BlobStore;
}

/** Routes that send packages exactly as they were uploaded: of the current version, and of any version. */
export function blobRoutes(dependencies: Dependencies): Route[] {
  const handler: Route['handler'] = (request, response) => sendBlob(request, response, dependencies);
  return [
    { method: 'get', path: '/decks/:id/blob', handler },
    { method: 'get', path: '/decks/:id/versions/:versionId/blob', handler },
  ];
}

async function sendBlob(request: Request, response: Response, { authenticator, decks, blobs }: Dependencies): Promise<void> {
  const actor = await authenticator.require(request.headers, { access: 'user', changes: false });
  const { id, versionId } = parsed(targetSchema, request.params);
  const deck = await decks.readable(actor, id);
  const version = await decks.version(deck, versionId);
  return sendPackage(request, response, { ...version, title: deck.title }, blobs);
}

interface StoredPackage {
  /** Names the file. */
  readonly title: string;
  readonly fingerprint: string;
  readonly sizeBytes: number;
  readonly blobKey: string;
}

/** Sends a package to someone who may have it. Supports ranges and conditions. @throws AppError DECK_NOT_FOUND if it was deleted */
export async function sendPackage(
  request: Request,
  response: Response,
  { title, fingerprint, sizeBytes, blobKey }: StoredPackage,
  blobs: BlobStore,
): Promise<void> {
  setHeaders(response, title, fingerprint);
  if (request.fresh) return void response.status(304).end();
  const { offset, length } = rangeOf(request, response, sizeBytes);
  response.setHeader('Content-Length', length);
  if (request.method === 'HEAD') return void response.end();
  const pour: Pour = (take, signal) => blobs.pour(blobKey, { offset, length, signal }, take).catch(goneWithItsDeck);
  return sendPieces(response, pour);
}

function setHeaders(response: Response, title: string, fingerprint: string): void {
  const sha256 = Buffer.from(fingerprint.slice('sha256-'.length), 'hex');
  response.setHeader('Content-Disposition', attachmentNamed(title, '.stage'));
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('ETag', `"${fingerprint}"`);
  response.setHeader('Repr-Digest', `sha-256=:${sha256.toString('base64')}:`);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Cache-Control', 'private, no-cache');
}

/** A missing blob means that the deck was deleted after its row was read. */
function goneWithItsDeck(fault: unknown): never {
  throw fault instanceof BlobNotFoundError ? deckNotFound() : fault;
}
