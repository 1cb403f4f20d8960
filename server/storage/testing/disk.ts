import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { BlobStore } from '#server/storage/blob-store.ts';
import { createBlobStore } from '#server/storage/create-blob-store.ts';
import { aDirectory, collect } from './files.ts';

export interface Opened {
  store: BlobStore;
  directory: string;
}

/** A disk store in a new directory or in the given one. */
export async function aDiskStore(directory?: string): Promise<Opened> {
  const chosen = directory ?? (await aDirectory());
  return { store: await createBlobStore({ kind: 'disk', directory: chosen }), directory: chosen };
}

/** The blobs and the temporary files in a store's directory. */
export async function leftIn({ store, directory }: Opened): Promise<{ blobs: number; temporary: string[] }> {
  const blobs = await collect(store.list());
  return { blobs: blobs.length, temporary: await readdir(join(directory, '.tmp')) };
}

/** The result of `leftIn` for an empty store. */
export const NOTHING = { blobs: 0, temporary: [] };
