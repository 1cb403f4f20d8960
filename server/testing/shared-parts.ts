import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';

/** What several instances of the server have in common. */
export interface SharedParts extends AsyncDisposable {
  /** The environment variables that name it. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Starts a PostgreSQL with its files in `dataDir`, and creates a bucket in the S3 service that the environment names. The bucket stays.
 *
 * @param processes how many instances use the database
 * @throws Error if the environment names no S3 service
 */
export async function startSharedParts(dataDir: string, processes: number): Promise<SharedParts> {
  const bucket = await aBucket();
  const database = await startEmbeddedDatabase({ dataDir, processes, log: () => undefined });
  return {
    settings: { DATABASE_URL: database.url, ...bucket },
    [Symbol.asyncDispose]: () => database.stop(),
  };
}

/** The settings for a new bucket. */
async function aBucket(): Promise<Record<string, string>> {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '', S3_REGION = 'us-east-1' } = process.env;
  if (S3_ENDPOINT === undefined) throw new Error('Several instances need an S3 service: set S3_ENDPOINT and its keys.');
  const S3_BUCKET = `several-instances-${randomUUID()}`;
  const credentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  const client = new S3Client({ endpoint: S3_ENDPOINT, region: S3_REGION, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
  client.destroy();
  return { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION, S3_BUCKET, S3_FORCE_PATH_STYLE: 'true' };
}
