import { randomUUID } from 'node:crypto';

import { ChecksumAlgorithm, DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';

import type { Abortable } from './blob-store.ts';
import { answered, PROBES, sending, type S3Bucket } from './s3-bucket.ts';
import { StorageUnavailableError } from './storage-errors.ts';

interface At {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Writes a small object, reads it and deletes it. Throws `StorageUnavailableError` or `StorageFullError`. After a failure the object is
 * deleted in the background, so that the caller gets the error in time. If that fails too, `discardProbes` removes it.
 */
export async function probeBucket(bucket: S3Bucket, options: Abortable): Promise<void> {
  const text = randomUUID();
  const at = { Bucket: bucket.name, Key: PROBES + text };
  try {
    const answer = await answered(writeAndRead(bucket, at, text, options), at.Key, options);
    if (answer !== text) throw new StorageUnavailableError('the probe contained other bytes than were written');
  } catch (error) {
    void remove(bucket, at, {}).catch(() => undefined);
    throw error;
  }
}

async function writeAndRead(bucket: S3Bucket, at: At, text: string, options: Abortable): Promise<string | undefined> {
  const how = sending(bucket, options);
  await bucket.client.send(new PutObjectCommand({ ...at, Body: text, ChecksumAlgorithm: ChecksumAlgorithm.CRC32 }), how);
  const { Body } = await bucket.client.send(new GetObjectCommand(at), how);
  const answer = await Body?.transformToString();
  await remove(bucket, at, options);
  return answer;
}

async function remove(bucket: S3Bucket, at: At, options: Abortable): Promise<void> {
  await bucket.client.send(new DeleteObjectCommand(at), sending(bucket, options));
}
