import { SpanKind, trace } from '@opentelemetry/api';
import { type SentStatement, statementChannel } from '#server/db/statements.ts';
import { markFailed, tracer } from '#server/spans.ts';

/** A longer text is cut: lists of values have one placeholder for each. */
const TEXT_MAX = 2000;

/**
 * Records a span for each statement of a request or job that is recorded. Values are not in it. Returns a function that ends it.
 * Names follow OpenTelemetry's *Semantic Conventions for PostgreSQL*.
 */
export function traceStatements(): () => void {
  statementChannel.subscribe(record);
  return () => {
    statementChannel.unsubscribe(record);
  };
}

function record(message: unknown): void {
  // Upkeep that belongs to no request would otherwise be one trace for each statement.
  if (trace.getActiveSpan()?.isRecording() !== true) return;
  // `tellOf` publishes values of this type.
  const { text, outcome } = message as SentStatement;
  const operation = operationOf(text);
  const span = tracer.startSpan(`${operation} ${tableOf(text)}`.trim(), {
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, TEXT_MAX),
    },
  });
  outcome.then(
    () => span.end(),
    (error: unknown) => {
      markFailed(span, error);
      span.end();
    },
  );
}

/** The first word, such as `SELECT`. */
function operationOf(text: string): string {
  return /^\s*\(*\s*(\w{1,20})/.exec(text.slice(0, TEXT_MAX))?.[1]?.toUpperCase() ?? 'SQL';
}

/** The first table that a statement names; '' if it names none. */
function tableOf(text: string): string {
  return /\b(?:from|into|update)\s+"?(\w{1,63})/i.exec(text.slice(0, TEXT_MAX))?.[1] ?? '';
}
