import type { S3Config, S3Timeouts } from '#server/storage/s3-client.ts';

const NAMES = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The S3 store that the environment configures for tests; otherwise a sentence that says what is missing. */
export function s3FromEnvironment(env: NodeJS.ProcessEnv = process.env): S3Config | string {
  const missing = NAMES.filter((name) => !env[name]);
  if (missing.length > 0) return `S3 tests are left out: ${missing.join(', ')} not set`;
  return {
    endpoint: env['S3_ENDPOINT'],
    region: env['S3_REGION'] ?? '',
    bucket: env['S3_BUCKET'] ?? '',
    accessKeyId: env['S3_ACCESS_KEY_ID'],
    secretAccessKey: env['S3_SECRET_ACCESS_KEY'],
    forcePathStyle: env['S3_FORCE_PATH_STYLE'] === 'true',
  };
}

/** The test itself may be slow to respond on a busy machine. */
const PATIENT: S3Timeouts = { connect: 300_000, answer: 300_000, part: 300_000, stall: 300_000 };

/**
 * A store at an address where the test itself responds, so that no account is needed.
 *
 * @param limits in milliseconds, where a test waits until they are over
 */
export function s3At(endpoint: string, limits: Partial<S3Timeouts> = {}): S3Config {
  return {
    endpoint,
    region: 'us-east-1',
    bucket: 'decks',
    accessKeyId: 'test',
    secretAccessKey: 'test',
    forcePathStyle: true,
    timeouts: { ...PATIENT, ...limits },
  };
}
