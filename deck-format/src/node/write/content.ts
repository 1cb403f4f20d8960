import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The content of a file in a package: bytes in memory, or a file that is read when it is written. */
export type Content = Uint8Array | FileContent;

/** Content that is read when it is needed. `size` is in bytes. */
export interface FileContent {
  readonly size: number;
  /** Reads the content. Each call starts at the beginning. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A file on disk as content. It is streamed, so it may be larger than memory. */
export async function fileContent(path: string): Promise<FileContent> {
  const { size } = await stat(path);
  return { size, chunks: () => createReadStream(path, { highWaterMark: 1024 * 1024 }) };
}

/** Text as content, in UTF-8. */
export function textContent(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The content in chunks. */
export async function* chunksOf(content: Content): AsyncIterable<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else yield* content.chunks();
}

/** The whole content in memory. */
export async function bytesOf(content: Content): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The size of the content in bytes. */
export function sizeOf(content: Content): number {
  return content instanceof Uint8Array ? content.length : content.size;
}
