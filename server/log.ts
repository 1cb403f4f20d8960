import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from '#server/config.ts';

interface LogOptions {
  /** Default: standard output. */
  readonly destination?: DestinationStream;
  /** Fields of every record. Those of the record itself count more. */
  readonly fields?: () => object;
}

/** A log with one JSON line per record. Secrets are redacted. */
export function createLog(level: Config['logLevel'], { destination, fields }: LogOptions = {}): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'token',
        'secret',
        'cookie',
        'authorization',
        '*.password',
        '*.token',
        '*.secret',
        '*.cookie',
        '*.authorization',
      ],
      censor: '[redacted]',
    },
    serializers: { err: describeError },
    ...(fields && { mixin: fields }),
  };
  return pino(options, destination ?? pino.destination(1));
}

/**
 * What is logged of an error: its name, message, code, stack and cause. Other fields are left out, because database errors contain the
 * parameters of the statement, which can include a password hash.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, stack, cause } = error;
  const message = 'query' in error ? 'a statement failed' : error.message;
  const frames = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    name,
    message,
    ...('code' in error && { code: error.code }),
    stack: frames,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
