import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

/** Makes no spans until `openTracing` has registered what records them. */
export const tracer = trace.getTracer('lectern');

/**
 * Runs work as one span of a trace, below the span in whose context it is called. Work that rejects marks it as failed.
 *
 * @param attributes nothing that a person has entered, and no secret: traces are kept elsewhere
 */
export function inSpan<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Records the kind of an error. Its message is left out, because it can contain values. */
export function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', kindOf(error));
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
