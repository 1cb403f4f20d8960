import type { Authenticator } from '#server/auth/authenticator.ts';
import { attachmentNamed } from '#server/http/download-name.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendPieces } from '#server/http/send-stream.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BlobNotFoundError } from '#server/storage/storage-errors.ts';
import { exportTargetSchema } from '#shared/exports.ts';
import { exportNotFound, type ExportsService } from './exports.service.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly exports: ExportsService;
  readonly blobs: Pick<BlobStore, 'pour'>;
}

const FILES = {
  pdf: { contentType: 'application/pdf', ending: '.pdf' },
  png: { contentType: 'application/zip', ending: '.zip' },
} as const;

/** `GET /api/decks/:id/exports/:exportId/file`: sends an exported file as a download. No cache may keep it. */
export function exportFileRoute({ authenticator, exports, blobs }: Dependencies): Route {
  return {
    method: 'get',
    path: '/decks/:id/exports/:exportId/file',
    handler: async (request, response) => {
      const actor = await authenticator.require(request.headers, { access: 'user', changes: false });
      const { title, format, blobKey, sizeBytes } = await exports.file(actor, parsed(exportTargetSchema, request.params));
      const { contentType, ending } = FILES[format];
      response.setHeader('Content-Disposition', attachmentNamed(title, ending));
      response.setHeader('Content-Type', contentType);
      response.setHeader('Cache-Control', 'private, no-store');
      response.setHeader('Content-Length', sizeBytes);
      if (request.method === 'HEAD') return void response.end();
      return sendPieces(response, (take, signal) =>
        blobs.pour(blobKey, { offset: 0, length: sizeBytes, signal }, take).catch(goneMeanwhile),
      );
    },
  };
}

function goneMeanwhile(fault: unknown): never {
  throw fault instanceof BlobNotFoundError ? exportNotFound() : fault;
}
