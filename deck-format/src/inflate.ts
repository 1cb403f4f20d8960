/** What an inflater is told of the stream it is given; both in bytes, as the archive declares them. */
export interface DeclaredSizes {
  readonly compressedSize: number;
  readonly size: number;
}

/**
 * Inflates one raw deflate stream (RFC 1951), chunk by chunk and at the reader's pace. The stream must be
 * whole and must end with the last byte of `compressed`; anything else rejects with a `DeflateError`.
 * Rejections of `compressed` itself pass through unchanged. Whoever reads may stop early.
 */
export type Inflater = (compressed: AsyncIterable<Uint8Array>, declared: DeclaredSizes) => AsyncIterable<Uint8Array>;

/** The stream is damaged or cut off (`deflate-broken`), or ends before its bytes do (`deflate-trailing`). */
export class DeflateError extends Error {
  override readonly name = 'DeflateError';
  readonly rule: 'deflate-broken' | 'deflate-trailing';

  constructor(rule: DeflateError['rule'], options?: ErrorOptions) {
    super(rule, options);
    this.rule = rule;
  }
}

/**
 * The inflater of browsers and every other place with `DecompressionStream`. Engines differ in whether they
 * notice bytes behind the end of a stream, so the end is proven instead of asked for: a second stream gets
 * everything but the last byte. It must come out as cut off; if it is whole, the first ended early.
 */
export const streamInflate: Inflater = async function* (compressed) {
  const main = new DecompressionStream('deflate-raw');
  const probe = new DecompressionStream('deflate-raw');
  const probeIsWhole = runsToItsEnd(probe.readable);
  const feeding = feed(compressed, main.writable.getWriter(), probe.writable.getWriter());
  const reader = main.readable.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
    await feeding;
    if (await probeIsWhole) throw new DeflateError('deflate-trailing');
  } catch (cause) {
    throw await blame(cause, feeding);
  } finally {
    await Promise.allSettled([reader.cancel(), feeding]);
  }
};

/** A rejection of the source, carried apart from what the engine rejects with. */
class SourceFailure extends Error {}

type ByteWriter = WritableStreamDefaultWriter<BufferSource>;

async function feed(compressed: AsyncIterable<Uint8Array>, main: ByteWriter, probe: ByteWriter): Promise<void> {
  let held = new Uint8Array(0);
  try {
    for await (const chunk of rejectingApart(compressed)) {
      const copy = new Uint8Array(chunk);
      if (copy.length === 0) continue;
      await Promise.all([main.write(copy), tolerant(probe.write(held)), tolerant(probe.write(copy.subarray(0, -1)))]);
      held = copy.slice(-1);
    }
    await Promise.all([main.close(), tolerant(probe.close())]);
  } catch (error) {
    await Promise.allSettled([main.abort(error), probe.abort(error)]);
    throw error;
  }
}

async function* rejectingApart(compressed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* compressed;
  } catch (cause) {
    throw new SourceFailure('The source failed.', { cause });
  }
}

/** What to reject with: the source's own error where there was one, otherwise a fault of the stream. */
async function blame(cause: unknown, feeding: Promise<void>): Promise<unknown> {
  const failure = await feeding.then(
    () => cause,
    (error: unknown) => error,
  );
  if (failure instanceof SourceFailure) return failure.cause;
  return cause instanceof DeflateError ? cause : new DeflateError('deflate-broken', { cause });
}

/** The probe is expected to fail: its verdict is read from its output. */
async function tolerant(step: Promise<void>): Promise<void> {
  await step.catch(() => undefined);
}

async function runsToItsEnd(output: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = output.getReader();
  try {
    while (!(await reader.read()).done);
    return true;
  } catch {
    return false;
  }
}
