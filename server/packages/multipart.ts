import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, validationFailed } from '#server/errors.ts';
import { KIB } from '#shared/limits.ts';

/** What may stand in a form beside its file. */
const FIELD_MAX_BYTES = 4 * KIB;
const FIELDS_MAX = 16;

export interface UploadForm<Stored> {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Stored;
}

/**
 * Reads a form of text fields and exactly one file, `file`, whose bytes go to `store` as they come.
 *
 * On any refusal what `store` made is given to `discard`, and the rest of the body is let run out unread,
 * so that the client gets to see the answer.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, UPLOAD_TOO_LARGE, FILE_REQUIRED or VALIDATION_FAILED
 */
export async function readUploadForm<Stored extends AsyncDisposable>(
  request: Request,
  maxBytes: number,
  store: (body: Readable, signal: AbortSignal) => Promise<Stored>,
): Promise<UploadForm<Stored>> {
  const parser = createParser(request, maxBytes);
  const abort = new AbortController();
  const fields = new Map<string, string>();
  let storing: Promise<Stored> | undefined;

  const parsed = new Promise<void>((resolve, reject) => {
    const refuse = (reason: Error) => {
      abort.abort(reason);
      reject(reason);
    };
    parser.on('file', (name, body) => {
      body.once('limit', () => refuse(tooLarge(maxBytes)));
      body.on('error', (cause: unknown) => refuse(malformed(cause)));
      if (name !== 'file' || storing !== undefined) return refuse(unexpectedFile(name));
      storing = store(body, abort.signal);
      storing.catch((fault: unknown) => refuse(fault instanceof Error ? fault : malformed(fault)));
    });
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) refuse(validationFailed([{ path: name, message: 'is too long' }]));
      else fields.set(name, value);
    });
    parser.once('partsLimit', () => refuse(validationFailed([{ path: '', message: 'has too many parts' }])));
    parser.once('finish', resolve);
    parser.on('error', (cause) => refuse(malformed(cause)));
    parser.once('prefinish', () => void allTaken(storing).then(() => refuse(malformed())));
    request.once('close', () => request.complete || refuse(malformed()));
  });
  request.pipe(parser);
  return settle({ parsed, fields, stored: () => storing, letRunOut: () => request.unpipe(parser).resume() });
}

/**
 * Resolves when a parser that was given everything has had its time: the file is stored, what follows from
 * that has happened. One that has not finished then never will, as with a part whose header does not end.
 */
async function allTaken(storing: Promise<unknown> | undefined): Promise<void> {
  await storing?.catch(() => undefined);
  await nextTurn();
}

interface Reading<Stored> {
  readonly parsed: Promise<void>;
  readonly fields: ReadonlyMap<string, string>;
  readonly stored: () => Promise<Stored> | undefined;
  readonly letRunOut: () => void;
}

async function settle<Stored extends AsyncDisposable>({
  parsed,
  fields,
  stored,
  letRunOut,
}: Reading<Stored>): Promise<UploadForm<Stored>> {
  try {
    await parsed;
    const file = await stored();
    if (file === undefined) throw new AppError('FILE_REQUIRED', 'Send the package as a form part with the name "file".');
    return { fields: Object.fromEntries(fields), file };
  } catch (fault) {
    letRunOut();
    const left = await stored()?.catch(() => undefined);
    await left?.[Symbol.asyncDispose]();
    throw fault;
  }
}

function createParser(request: Request, maxBytes: number): Busboy {
  if (!request.is('multipart/form-data')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the package as multipart/form-data.');
  }
  // What the form adds to the file's size is small; a body that announces more holds a file over the limit.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FIELDS_MAX * FIELD_MAX_BYTES) throw tooLarge(maxBytes);
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { fileSize: maxBytes, fieldSize: FIELD_MAX_BYTES, fields: FIELDS_MAX, files: 2, parts: FIELDS_MAX + 2 },
    });
  } catch (cause) {
    throw malformed(cause);
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('UPLOAD_TOO_LARGE', `A package may be ${maxBytes} bytes at most.`, { maxBytes });
}

function unexpectedFile(name: string): AppError {
  return validationFailed([{ path: name, message: 'is a file that was not asked for: send one, with the name "file"' }]);
}

function malformed(cause?: unknown): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    'The form cannot be read.',
    { issues: [{ path: '', message: 'is not a whole multipart form' }] },
    { cause },
  );
}
