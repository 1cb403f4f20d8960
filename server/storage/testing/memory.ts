/**
 * A separate program that stores a file, reads it, and prints as JSON by how many KiB the peak of its memory grew in each step. Arguments:
 * the store's configuration as JSON, a large file, and a small file that is stored first, so that loading code and connecting do not
 * count. It needs `--expose-gc`.
 */
import { readFileSync, statSync } from 'node:fs';

import { newBlobKey } from '#server/storage/blob-key.ts';
import { createBlobStore, type BlobStoreConfig } from '#server/storage/create-blob-store.ts';

const [config = '', bigFile = '', smallFile = ''] = process.argv.slice(2);
const store = await createBlobStore(JSON.parse(config) as BlobStoreConfig);

function peakKib(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

/** The bytes of buffers after which garbage is collected. */
const COLLECT_AFTER = 1024 * 1024;

/**
 * The growth of the peak memory during some work, in KiB. Garbage is collected all the time: by itself, Node collects buffers when it has
 * tens of MiB of them, and the peak would show more than what the store holds.
 */
async function growth(work: Promise<void>, before = peakKib()): Promise<number> {
  let kept = 0;
  const collecting = setInterval(() => {
    if (process.memoryUsage().arrayBuffers < kept + COLLECT_AFTER) return;
    globalThis.gc?.();
    kept = process.memoryUsage().arrayBuffers;
  }, 1);
  await work.finally(() => clearInterval(collecting));
  return peakKib() - before;
}

async function receive(key: string, length: number): Promise<void> {
  for await (const _ of await store.read(key, { offset: 0, length }));
}

async function putAndRead(path: string): Promise<{ put: number; read: number }> {
  const key = newBlobKey();
  const { size } = statSync(path);
  const put = await growth(store.putFile(key, path, { size }));
  const read = await growth(receive(key, size));
  await store.delete(key);
  return { put, read };
}

await putAndRead(smallFile);
process.stdout.write(JSON.stringify(await putAndRead(bigFile)));
store.close();
