import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { startPgBouncer } from './pgbouncer.ts';

/** Connections of the pooler to PostgreSQL. */
const POOL_SIZE = 12;

/** What several instances of the server have in common. */
export interface SharedParts extends AsyncDisposable {
  /** The environment variables that name it. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Starts a PostgreSQL with its files in `dataDir`, with `LECTERN_POOLER=pgbouncer` behind that pooler, and creates a bucket in the S3 service
 * that the environment names. The bucket stays.
 *
 * @param processes how many instances use the database
 * @throws Error if the environment names no S3 service
 */
export async function startSharedParts(dataDir: string, processes: number): Promise<SharedParts> {
  await using opened = new AsyncDisposableStack();
  const bucket = await aBucket();
  const database = await startEmbeddedDatabase({ dataDir, processes, log: () => undefined });
  opened.defer(() => database.stop());
  const isPooled = process.env['LECTERN_POOLER'] === 'pgbouncer';
  const pooler = isPooled ? opened.use(await startPgBouncer({ url: database.url, poolSize: POOL_SIZE })) : null;
  const parts = opened.move();
  return {
    settings: {
      DATABASE_URL: pooler?.url ?? database.url,
      ...(pooler !== null && { DATABASE_DIRECT_URL: database.url }),
      ...bucket,
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
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
