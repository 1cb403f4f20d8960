import type { Request, RequestHandler } from 'express';
import type { Actor } from '#server/auth/actor.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { AppError } from '#server/errors.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendJson } from '#server/http/send-json.ts';
import { type DeckDetail, uploadFieldsSchema } from '#shared/decks.ts';
import { IDEMPOTENCY_KEY_MAX } from '#shared/limits.ts';
import { textSchema } from '#shared/text.ts';
import type { Idempotency } from './idempotency.ts';
import type { Remember } from './idempotency.repo.ts';
import type { Upload } from './upload.ts';
import { readUploadForm } from './multipart.ts';
import { type StagedFile, stageFile } from './staged-file.ts';

export interface UploadDependencies {
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
  readonly stagingDir: string;
  readonly maxBytes: number;
  /** Bytes that may still be written; null: nobody can tell. */
  readonly freeBytes: () => Promise<number | null>;
  /** Bytes that must stay free, so that the rest of the machine goes on. */
  readonly minFreeBytes: number;
}

/** What becomes of an upload. */
export interface UploadUse {
  /** Once the form is read, whose faults come first. @throws AppError when this actor may not */
  readonly check: (actor: Actor, request: Request) => Promise<void>;
  /** Returns the id of the deck. */
  readonly take: (actor: Actor, request: Request, upload: Upload) => Promise<string>;
  readonly show: (actor: Actor, deckId: string) => Promise<DeckDetail>;
}

/** A slow upload is honest as long as something comes. */
const STALL_MILLISECONDS = 30_000;

/** A route that takes a package and answers with its deck: `POST /api/decks`, and the one for a new version. */
export function uploadRoute(path: string, use: UploadUse, dependencies: UploadDependencies): Route {
  const { authenticator, idempotency, stagingDir, maxBytes } = dependencies;
  const handler: RequestHandler = async (request, response) => {
    const actor = await authenticator.require(request.headers, { access: 'user', changes: true });
    await checkReserve(request, dependencies);
    const key = idempotencyKeyOf(request);
    const { fields, file } = await withStallDetector(request, () =>
      readUploadForm(request, maxBytes, (body, signal) => stageFile(body, stagingDir, signal)),
    );
    await using staged: StagedFile = file;
    const upload = { staged, fields: parsed(uploadFieldsSchema, fields) };
    await use.check(actor, request);
    const take = (remember?: Remember) => use.take(actor, request, { ...upload, ...(remember && { remember }) });
    const deckId =
      key === undefined
        ? await take()
        : await idempotency.once({ userId: actor.userId, route: `POST ${request.path}`, key }, staged.sha256, take);
    const detail = await use.show(actor, deckId);
    response
      .status(201)
      .location(`/api/decks/${encodeURIComponent(deckId)}`)
      .setHeader('Cache-Control', 'private, no-cache');
    sendJson(response, JSON.stringify(detail));
  };
  return { method: 'post', path, produces: 'application/json', handler };
}

/** @throws AppError STORAGE_FULL before anything is read */
async function checkReserve(request: Request, { freeBytes, minFreeBytes }: UploadDependencies): Promise<void> {
  const free = await freeBytes();
  const announced = Number(request.headers['content-length'] ?? 0);
  if (free === null || free - announced >= minFreeBytes) return;
  throw new AppError('STORAGE_FULL', 'The server is running out of room. Ask an admin to make some.');
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
