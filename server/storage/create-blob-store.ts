import type { BlobStore } from './blob-store.ts';
import { openDiskBlobStore } from './disk-blob-store.ts';
import type { S3Config } from './s3-client.ts';

export type BlobStoreConfig = { readonly kind: 'disk'; readonly directory: string } | ({ readonly kind: 's3' } & S3Config);

/**
 * The store that the configuration names. Throws `StorageUnavailableError` or `StorageFullError` when the disk's
 * directory cannot be opened; S3 is not asked yet. The AWS SDK is loaded only where it is needed: it takes
 * longer than opening the disk store does.
 */
export async function createBlobStore(config: BlobStoreConfig): Promise<BlobStore> {
  if (config.kind === 'disk') return openDiskBlobStore(config.directory);
  const { openS3BlobStore } = await import('./s3-blob-store.ts');
  return openS3BlobStore(config);
}
