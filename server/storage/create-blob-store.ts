import type { BlobStore } from './blob-store.ts';
import { type BlobReader, openDiskBlobReader, openDiskBlobStore } from './disk-blob-store.ts';
import type { S3Config } from './s3-client.ts';

export type BlobStoreConfig = { readonly kind: 'disk'; readonly directory: string } | ({ readonly kind: 's3' } & S3Config);

/**
 * Creates the configured store. Throws `StorageUnavailableError` or `StorageFullError` if the directory on the disk cannot be opened. S3
 * gets no request yet. The AWS SDK is loaded only if it is needed, because that takes longer than opening the disk store.
 */
export async function createBlobStore(config: BlobStoreConfig): Promise<BlobStore> {
  if (config.kind === 'disk') return openDiskBlobStore(config.directory);
  const { openS3BlobStore } = await import('./s3-blob-store.ts');
  return openS3BlobStore(config);
}

/** Opens the configured store for reading, beside a server that uses it. */
export async function createBlobReader(config: BlobStoreConfig): Promise<BlobReader> {
  return config.kind === 'disk' ? openDiskBlobReader(config.directory) : createBlobStore(config);
}
