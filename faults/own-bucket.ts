import { CreateBucketCommand, DeleteBucketCommand, DeleteObjectCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import type { S3Bucket } from '#server/storage/s3-bucket.ts';
import { DEFAULT_TIMEOUTS, newS3Client, type S3Config } from '#server/storage/s3-client.ts';
import { discardUploads } from '#server/storage/s3-leftovers.ts';
import { listObjects } from '#server/storage/s3-listing.ts';

/** An empty bucket, which is removed with everything in it when it is disposed of. */
export interface OwnBucket extends AsyncDisposable {
  readonly name: string;
}

/**
 * Creates a bucket beside the configured one, whose files the sweep would take for unused ones: it refuses to remove so many. The key must
 * have the right to create buckets.
 */
export async function anOwnBucket(config: S3Config): Promise<OwnBucket> {
  const timeouts = config.timeouts ?? DEFAULT_TIMEOUTS;
  const name = `${config.bucket}-faults-${randomUUID().slice(0, 8)}`;
  const bucket: S3Bucket = { client: newS3Client(config, timeouts), name, timeouts };
  await bucket.client.send(new CreateBucketCommand({ Bucket: name }));
  return { name, [Symbol.asyncDispose]: () => remove(bucket) };
}

async function remove(bucket: S3Bucket): Promise<void> {
  const { client, name: Bucket } = bucket;
  await discardUploads(bucket, new Date(8.64e15), {});
  for await (const { name: Key } of listObjects(bucket, '', {})) await client.send(new DeleteObjectCommand({ Bucket, Key }));
  await client.send(new DeleteBucketCommand({ Bucket }));
  client.destroy();
}
