import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from './config.ts';

/** One JSON line per record, on standard output unless told otherwise; what could open a door is cut out wherever it stands. */
export function createLog(level: Config['logLevel'], destination: DestinationStream = pino.destination(1)): Logger {
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
  };
  return pino(options, destination);
}

/**
 * What a log may know of an error: its kind, words, stack and cause. Other fields stay out, because
 * database errors carry the statement's parameters, and a password hash may be one of them.
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
