import type { Request } from 'express';
import { requireActor } from '#server/auth/actor.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import { AppError, validationFailed } from '#server/errors.ts';
import type { Route } from '#server/http/routes.ts';
import { uploadFieldsSchema } from '#shared/decks.ts';
import { readUploadForm } from './multipart.ts';
import { type StagedFile, stageFile } from './staged-file.ts';
import type { UploadService } from './upload.service.ts';

interface Dependencies {
  readonly sessions: Sessions;
  readonly uploads: UploadService;
  readonly stagingDir: string;
  readonly maxBytes: number;
  /** Bytes that may still be written; null: nobody can tell. */
  readonly freeBytes: () => Promise<number | null>;
  /** Bytes that must stay free, so that the rest of the machine goes on. */
  readonly minFreeBytes: number;
}

/** A slow upload is honest as long as something comes. */
const STALL_MILLISECONDS = 30_000;

/** `POST /api/decks`: a package comes in, a deck goes out. */
export function uploadRoute(dependencies: Dependencies): Route {
  const { sessions, uploads, stagingDir, maxBytes } = dependencies;
  return {
    method: 'post',
    path: '/decks',
    handler: async (request, response) => {
      const actor = requireActor(await sessions.actorOf(request.headers));
      await checkReserve(request, dependencies);
      const { fields, file } = await withStallDetector(request, () =>
        readUploadForm(request, maxBytes, (body, signal) => stageFile(body, stagingDir, signal)),
      );
      await using staged: StagedFile = file;
      const detail = await uploads.create(actor, staged, parseFields(fields));
      response.status(201).location(`/api/decks/${encodeURIComponent(detail.id)}`).json(detail);
    },
  };
}

async function checkReserve(request: Request, { freeBytes, minFreeBytes }: Dependencies): Promise<void> {
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

function parseFields(fields: Readonly<Record<string, string>>) {
  const parsed = uploadFieldsSchema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}
