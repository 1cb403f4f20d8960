/** The sizes of a stream in bytes, as the archive declares them. */
export interface DeclaredSizes {
  readonly compressedSize: number;
  readonly size: number;
}

/**
 * Inflates one raw deflate stream (RFC 1951) in chunks, with backpressure. Rejects with a `DeflateError` if the stream is incomplete
 * or does not end with the last byte of `compressed`, and with errors of `compressed` unchanged. The caller may stop early.
 */
export type Inflater = (compressed: AsyncIterable<Uint8Array>, declared: DeclaredSizes) => AsyncIterable<Uint8Array>;

/** The stream is damaged or truncated (`deflate-broken`), or bytes follow its end (`deflate-trailing`). */
export class DeflateError extends Error {
  override readonly name = 'DeflateError';
  readonly rule: 'deflate-broken' | 'deflate-trailing';

  constructor(rule: DeflateError['rule'], options?: ErrorOptions) {
    super(rule, options);
    this.rule = rule;
  }
}

/**
 * An inflater on top of `DecompressionStream`. Not every engine reports bytes after the end of the stream. The inflater therefore
 * passes all bytes except the last one to a second stream, the probe. If the probe is complete, the stream ends before its last byte.
 */
export const streamInflate: Inflater = async function* (compressed) {
  const main = new DecompressionStream('deflate-raw');
  const probe = new DecompressionStream('deflate-raw');
  const probeIsComplete = endsWithoutError(probe.readable);
  const feeding = feed(compressed, main.writable.getWriter(), probe.writable.getWriter());
  const reader = main.readable.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
    await feeding;
    if (await probeIsComplete) throw new DeflateError('deflate-trailing');
  } catch (cause) {
    throw await rejectionReason(cause, feeding);
  } finally {
    await Promise.allSettled([reader.cancel(), feeding]);
  }
};

/** Wraps an error of the source, to distinguish it from errors of the engine. */
class SourceFailure extends Error {}

type ByteWriter = WritableStreamDefaultWriter<BufferSource>;

async function feed(compressed: AsyncIterable<Uint8Array>, main: ByteWriter, probe: ByteWriter): Promise<void> {
  let held = new Uint8Array(0);
  try {
    for await (const chunk of wrappingFailures(compressed)) {
      const copy = new Uint8Array(chunk);
      if (copy.length === 0) continue;
      await Promise.all([main.write(copy), ignoringErrors(probe.write(held)), ignoringErrors(probe.write(copy.subarray(0, -1)))]);
      held = copy.slice(-1);
    }
    await Promise.all([main.close(), ignoringErrors(probe.close())]);
  } catch (error) {
    await Promise.allSettled([main.abort(error), probe.abort(error)]);
    throw error;
  }
}

async function* wrappingFailures(compressed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* compressed;
  } catch (cause) {
    throw new SourceFailure('The source failed.', { cause });
  }
}

/** The original error of the source if it failed, otherwise a `DeflateError`. */
async function rejectionReason(cause: unknown, feeding: Promise<void>): Promise<unknown> {
  const failure = await feeding.then(
    () => cause,
    (error: unknown) => error,
  );
  if (failure instanceof SourceFailure) return failure.cause;
  return cause instanceof DeflateError ? cause : new DeflateError('deflate-broken', { cause });
}

/** Ignores rejections when writing to the probe, which is expected to fail. Its output shows whether it did. */
async function ignoringErrors(step: Promise<void>): Promise<void> {
  await step.catch(() => undefined);
}

async function endsWithoutError(output: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = output.getReader();
  try {
    while (!(await reader.read()).done);
    return true;
  } catch {
    return false;
  }
}
