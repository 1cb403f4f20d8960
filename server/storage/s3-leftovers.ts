import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
} from '@aws-sdk/client-s3';

import type { Abortable } from './blob-store.ts';
import { BLOBS, PROBES, sending, type S3Bucket } from './s3-bucket.ts';
import { listObjects } from './s3-listing.ts';

/** Aborts multipart uploads from before an instant. A crash leaves them behind, invisible but billed. Returns their number. */
export async function discardUploads(bucket: S3Bucket, before: Date, options: Abortable): Promise<number> {
  let removed = 0;
  for await (const { Key, UploadId, Initiated } of unfinishedUploads(bucket, options)) {
    if (!Initiated || Initiated >= before) continue;
    await bucket.client.send(new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId }), sending(bucket, options));
    removed += 1;
  }
  return removed;
}

/** Deletes probes from before an instant, whose health check was interrupted. Returns their number. */
export async function discardProbes(bucket: S3Bucket, before: Date, options: Abortable): Promise<number> {
  let removed = 0;
  for await (const { name, modifiedAt } of listObjects(bucket, PROBES, options)) {
    if (modifiedAt >= before) continue;
    await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: name }), sending(bucket, options));
    removed += 1;
  }
  return removed;
}

async function* unfinishedUploads(bucket: S3Bucket, options: Abortable): AsyncGenerator<MultipartUpload> {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (after) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket.name,
      Prefix: BLOBS,
      ...after,
    });
    const page = await bucket.client.send(command, sending(bucket, options));
    yield* page.Uploads ?? [];
    after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
}
