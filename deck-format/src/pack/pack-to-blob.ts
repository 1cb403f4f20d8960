import { crc32 } from '../checksum.ts';
import { openPackage } from '../package.ts';
import { blobSource } from '../source.ts';
import { packageStream } from '../write/package-stream.ts';
import type { WriteEngine } from '../write/zip-stream.ts';
import type { DeckPlan } from './plan.ts';

/** Functions of platforms with web streams. Their compression level cannot be chosen. */
const webWriteEngine: WriteEngine = { crc32, deflate };

/**
 * Packs a deck as planned, on platforms with web streams, and verifies the package.
 *
 * @param title another title than that of the plan
 * @throws PackageError if the package would be invalid
 */
export async function packToBlob(plan: DeckPlan, title = plan.title): Promise<Blob> {
  const chunks: BlobPart[] = [];
  for await (const chunk of packageStream(plan.files, await plan.manifest(title), webWriteEngine))
    chunks.push(new Uint8Array(chunk));
  const blob = new Blob(chunks, { type: 'application/zip' });
  await (await openPackage(blobSource(blob))).verify();
  return blob;
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
