import { S3Client } from '@aws-sdk/client-s3';

export interface S3Config {
  /** Default: Amazon's endpoint for the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** If it and the secret are missing, the SDK searches for credentials, for example instance roles. */
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  /** Whether the bucket is in the path instead of the host name. */
  readonly forcePathStyle: boolean;
  readonly timeouts?: S3Timeouts | undefined;
}

/** Time limits in milliseconds. */
export interface S3Timeouts {
  /** Until a connection is established, including the wait for a free socket. */
  readonly connect: number;
  /** Until the first byte of the response to a small request. */
  readonly answer: number;
  /** Until the response to one part of an upload (5 MiB), including the time to send it. */
  readonly part: number;
  /** Between two bytes of a download, or of the file that is uploaded, while its reader is waiting. */
  readonly stall: number;
}

export const DEFAULT_TIMEOUTS: S3Timeouts = { connect: 3_000, answer: 10_000, part: 60_000, stall: 30_000 };

/** The number of attempts for each request, with a backoff that starts at 0.1 s. */
const ATTEMPTS = 3;

/** The maximum number of sockets. A slow reader uses one for the whole download. */
const SOCKETS = 256;

/** Sockets have no inactivity limit, because a reader may pause. `exactly` detects stalls instead. */
export function newS3Client(config: S3Config, timeouts: S3Timeouts): S3Client {
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = config;
  const agent = { maxSockets: SOCKETS, keepAlive: true };
  return new S3Client({
    region,
    forcePathStyle,
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    requestHandler: {
      connectionTimeout: timeouts.connect,
      requestTimeout: timeouts.part,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
