import { S3Client } from '@aws-sdk/client-s3';

export interface S3Config {
  /** Absent: Amazon's own for the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Absent (with the secret): the SDK's own search, as for instance roles. */
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  /** The bucket stands in the path, not in the host name. */
  readonly forcePathStyle: boolean;
  readonly timeouts?: S3Timeouts | undefined;
}

/** Milliseconds. */
export interface S3Timeouts {
  /** To a connection, the wait for a free socket included. */
  readonly connect: number;
  /** To the first byte of an answer to a small request. */
  readonly answer: number;
  /** To the answer to one part of an upload (5 MiB), its sending included. */
  readonly part: number;
  /** Between two bytes of a download, while its reader wants more. */
  readonly stall: number;
}

export const DEFAULT_TIMEOUTS: S3Timeouts = { connect: 3_000, answer: 10_000, part: 60_000, stall: 30_000 };

/** Each request is tried this often, with a backoff that begins at 0.1 s. */
const ATTEMPTS = 3;

/** A slow reader keeps a socket for as long as its download lasts. */
const SOCKETS = 256;

/** The inactivity limit of the sockets is off: a reader that pauses is inactive too. `exactly` watches for stalls instead. */
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
