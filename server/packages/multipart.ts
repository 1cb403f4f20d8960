import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import { type Readable, Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, validationFailed } from '#server/errors.ts';
import { KIB } from '#shared/limits.ts';

/** Limits for the fields of a form other than its file. */
const FIELD_MAX_BYTES = 4 * KIB;
const FIELDS_MAX = 16;

export interface UploadForm<Stored> {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Stored;
}

/**
 * Reads a form of text fields and exactly one file, `file`, whose bytes are streamed to `store`.
 *
 * If the form is refused, the stored file is disposed of, and the rest of the body is discarded while it arrives, so that the client
 * receives the response.
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
      // What breaks it also fails the parser or `store`, which report the reason. Without a listener, Node would end the process.
      body.on('error', () => undefined);
      if (name !== 'file' || storing !== undefined) return refuse(unexpectedFile(name));
      storing = store(body, abort.signal);
      storing.catch((fault: unknown) => refuse(fault instanceof Error ? fault : malformed(fault)));
    });
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) refuse(validationFailed([{ path: name, message: 'This field is too long.' }]));
      else fields.set(name, value);
    });
    parser.once('partsLimit', () => refuse(validationFailed([{ path: '', message: 'The form has too many parts.' }])));
    parser.once('finish', resolve);
    parser.on('error', (cause) => refuse(malformed(cause)));
    parser.once('prefinish', () => void allTaken(storing).then(() => refuse(malformed())));
    // Nothing ends the parser if the client leaves before everything was read, even if everything has arrived.
    const demandEnd = () => request.readableEnded || refuse(malformed());
    request.once('close', demandEnd);
    if (request.destroyed) demandEnd();
  });
  const whole = withoutLoneEnd();
  request.pipe(whole).pipe(parser);
  return settle({ parsed, fields, stored: () => storing, letRunOut: () => request.unpipe(whole).resume() });
}

/** More bytes than `--` and the line break at the end of a form. */
const END_BYTES = 8;

/**
 * Passes a form on unchanged, but keeps its last bytes in one chunk. The parser never finishes if the line break after the closing
 * boundary arrives in a separate chunk (@fastify/busboy 3.2.0).
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
        held = Buffer.from(chunk.subarray(cut)); // a copy, so that the memory of the chunk can be freed
      }
      done();
    },
    flush(done) {
      done(null, held);
    },
  });
}

/**
 * Resolves after the parser has received everything and the file is stored. A parser that has not finished by then never will, for
 * example if the header of a part does not end.
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
  // The fields add little to the size of the file. If the announced size is larger, the file is over the limit.
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
  return validationFailed([{ path: name, message: 'This part must not be a file. Send one file, named "file".' }]);
}

function malformed(cause?: unknown): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    'The form cannot be read.',
    { issues: [{ path: '', message: 'The body must be a complete multipart form.' }] },
    { cause },
  );
}
