import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { startNginx } from '#server/testing/nginx.ts';
import { type Lectern, type Settings, startOneLectern } from './one-lectern.ts';

/** How many processes of the server each test uses. */
export const INSTANCES = Number(process.env['LECTERN_INSTANCES'] ?? 1);

/**
 * Starts `INSTANCES` servers with one PostgreSQL, and one bucket of the S3 service that the environment names, behind nginx, which gives
 * each request to the next of them.
 */
export async function startInstances(port: string, settings: Settings): Promise<Lectern> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-instances-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const folders = Array.from({ length: INSTANCES }, (_, index) => join(folder, String(index)));
  for (const each of [...folders, join(folder, 'nginx')]) await mkdir(each);
  const [firstFolder = ''] = folders;
  const database = await startEmbeddedDatabase({ dataDir: firstFolder, processes: INSTANCES + 1, log: () => undefined });
  opened.defer(() => database.stop());
  const shared = {
    DATABASE_URL: database.url,
    TRUST_PROXY: 'loopback',
    BASE_URL: `http://localhost:${port}`,
    ...(await aBucket()),
    ...settings,
  };
  const instances: Lectern[] = [];
  for (const DATA_DIR of folders) {
    const instance = await startOneLectern(String(await aFreePort()), { ...shared, DATA_DIR });
    instances.push(opened.use(instance));
  }
  const upstreams = instances.map(({ origin }) => origin.replace('http://localhost', '127.0.0.1'));
  opened.use(await startNginx({ port: Number(port), upstreams, folder: join(folder, 'nginx') }));
  const [first, last] = [instances[0], instances.at(-1)];
  if (first === undefined || last === undefined) throw new Error('LECTERN_INSTANCES is not a number of processes.');
  const parts = opened.move();
  const stop = (): Promise<void> => parts.disposeAsync();
  return {
    ...first,
    origin: `http://localhost:${port}`,
    // Each start of a server replaces the link.
    firstRunLink: () => last.firstRunLink(),
    output: () => instances.map((instance) => instance.output()).join(''),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The settings for a new bucket. */
async function aBucket(): Promise<Settings> {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '', S3_REGION = 'us-east-1' } = process.env;
  if (S3_ENDPOINT === undefined) throw new Error('Several instances need an S3 service: set S3_ENDPOINT and its keys.');
  const S3_BUCKET = `browser-tests-${randomUUID()}`;
  const credentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  const client = new S3Client({ endpoint: S3_ENDPOINT, region: S3_REGION, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
  client.destroy();
  return { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION, S3_BUCKET, S3_FORCE_PATH_STYLE: 'true' };
}
