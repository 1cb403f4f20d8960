import type { Request, RequestHandler, Response } from 'express';
import type { Actor } from '#server/auth/actor.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendJson } from '#server/http/send-json.ts';
import { type DeckDetail, uploadFieldsSchema } from '#shared/decks.ts';
import { IDEMPOTENCY_KEY_MAX } from '#shared/limits.ts';
import { textSchema } from '#shared/text.ts';
import { requestDigest } from './idempotency.ts';
import type { Uploads } from './open-uploads.ts';
import type { Remember } from './idempotency.repo.ts';
import type { Upload } from './package-intake.ts';
import { readUploadForm } from './multipart.ts';
import { type StagedFile, stageFile } from './staged-file.ts';

export interface UploadDependencies extends Uploads {
  readonly authenticator: Authenticator;
  readonly stagingDir: string;
  readonly maxBytes: number;
}

/** What a route does with an upload. */
export interface UploadUse {
  /** Called after the form is read; errors in the form are reported first. @throws AppError if the actor has no permission */
  readonly check: (actor: Actor, request: Request) => Promise<void>;
  /** Returns the deck that contains the upload. */
  readonly take: (actor: Actor, request: Request, upload: Upload) => Promise<DeckDetail>;
}

/** A slow upload is accepted as long as some bytes arrive within this time. */
const STALL_MILLISECONDS = 30_000;
const DEMAND = { access: 'user', changes: true } as const;

/** A route that accepts a package and returns its deck: `POST /api/decks`, and the route for new versions. */
export function uploadRoute(path: string, use: UploadUse, dependencies: UploadDependencies): Route {
  const { authenticator, idempotency, underWay, disk, stagingDir: directory, maxBytes } = dependencies;
  /** What an upload holds is free again before its response is sent, so that the next one finds room. */
  const receive = async (request: Request, response: Response): Promise<DeckDetail> => {
    const { userId } = await authenticator.require(request.headers, DEMAND);
    using counted = underWay.enter(userId);
    response.setHeader('RateLimit-Policy', `"uploads";q=${counted.limit};qu="concurrent-requests"`);
    response.setHeader('RateLimit', `"uploads";r=${counted.remaining}`);
    using space = await disk.hold(announcedBytes(request, maxBytes));
    const key = idempotencyKeyOf(request);
    const { fields, file } = await withStallDetector(request, () =>
      readUploadForm(request, maxBytes, (body, signal) => stageFile(body, { directory, space, signal })),
    );
    await using staged: StagedFile = file;
    const upload = { staged, fields: parsed(uploadFieldsSchema, fields) };
    // Authenticates again, because receiving the body can take hours: session, key and role may have changed.
    const actor = await authenticator.require(request.headers, DEMAND);
    await use.check(actor, request);
    const take = (remember?: Remember) => use.take(actor, request, { ...upload, ...(remember && { remember }) });
    const keyUse = key === undefined ? null : { userId, route: `POST ${request.path}`, key };
    const detail = keyUse === null ? await take() : await idempotency.once(keyUse, requestDigest(upload), take);
    counted.stored(staged.sizeBytes);
    return detail;
  };
  const handler: RequestHandler = async (request, response) => {
    const detail = await receive(request, response);
    response
      .status(201)
      .location(`/api/decks/${encodeURIComponent(detail.id)}`)
      .setHeader('Cache-Control', 'private, no-cache');
    sendJson(response, JSON.stringify(detail));
  };
  return { method: 'post', path, produces: 'application/json', handler };
}

/** The announced length of the body, at most `maxBytes`; 0 if none is announced. */
function announcedBytes(request: Request, maxBytes: number): number {
  return Math.min(Number(request.headers['content-length'] ?? 0), maxBytes);
}

async function withStallDetector<Result>(request: Request, work: () => Promise<Result>): Promise<Result> {
  request.setTimeout(STALL_MILLISECONDS, () => request.destroy());
  try {
    return await work();
  } finally {
    request.setTimeout(0);
  }
}

function idempotencyKeyOf(request: Request): string | undefined {
  return parsed(textSchema(IDEMPOTENCY_KEY_MAX).min(1).optional(), request.get('idempotency-key'), 'Idempotency-Key');
}
