import { paginateListObjectsV2 } from '@aws-sdk/client-s3';

import type { Abortable } from './blob-store.ts';
import { sending, type S3Bucket } from './s3-bucket.ts';

export interface ListedObject {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** The objects whose names begin with the prefix. Throws errors of the SDK. */
export async function* listObjects(bucket: S3Bucket, prefix: string, options: Abortable): AsyncGenerator<ListedObject> {
  const pages = paginateListObjectsV2(
    { client: bucket.client },
    { Bucket: bucket.name, Prefix: prefix },
    sending(bucket, options),
  );
  for await (const { Contents = [] } of pages) {
    for (const { Key, Size, LastModified } of Contents) {
      if (Key !== undefined && Size !== undefined && LastModified) yield { name: Key, size: Size, modifiedAt: LastModified };
    }
  }
}
