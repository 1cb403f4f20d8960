import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import { type Readable, Transform } from 'node:stream';
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
  const whole = withoutLoneEnd();
  request.pipe(whole).pipe(parser);
  return settle({ parsed, fields, stored: () => storing, letRunOut: () => request.unpipe(whole).resume() });
}

/** More than `--` and the line break that end a form. */
const END_BYTES = 8;

/**
 * Passes a form on unchanged, its last bytes together. The parser never finishes when the line break behind the closing
 * boundary comes in a piece of its own (@fastify/busboy 3.2.0).
 */
function withoutLoneEnd(): Transform {
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const cut = Math.max(chunk.length - END_BYTES, 0);
      if (cut === 0) {
        held = Buffer.concat([held, chunk]);
        const surplus = Math.max(held.length - END_BYTES, 0);
        if (surplus > 0) this.push(held.subarray(0, surplus));
        held = held.subarray(surplus);
      } else {
        if (held.length > 0) this.push(held);
        this.push(chunk.subarray(0, cut));
        held = Buffer.from(chunk.subarray(cut)); // a copy, so that the chunk's memory is free
      }
      done();
    },
    flush(done) {
      done(null, held);
    },
  });
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
    if (file === undefined) throw new AppError('FILE_REQUIRED', 'The form has no file. Send the package as a part named "file".');
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
  return new AppError('UPLOAD_TOO_LARGE', `The package is too large. It may have at most ${maxBytes} bytes.`, { maxBytes });
}

function unexpectedFile(name: string): AppError {
  return validationFailed([{ path: name, message: 'is not expected as a file: send one file, named "file"' }]);
}

function malformed(cause?: unknown): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    'The form cannot be read.',
    { issues: [{ path: '', message: 'must be a complete multipart form' }] },
    { cause },
  );
}
