import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** What goes into a package under one path: bytes at hand, or a file that is read when its turn comes. */
export type Content = Uint8Array | FileContent;

export interface FileContent {
  readonly size: number;
  /** The bytes, from the beginning each time. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A file on disk as content. Large media are streamed, never held whole. */
export async function fileContent(path: string): Promise<FileContent> {
  const { size } = await stat(path);
  return { size, chunks: () => createReadStream(path, { highWaterMark: 1024 * 1024 }) };
}

/** Text as content, in UTF-8. */
export function textContent(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export async function* chunksOf(content: Content): AsyncIterable<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else yield* content.chunks();
}

/** All of the content in one piece. */
export async function bytesOf(content: Content): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function sizeOf(content: Content): number {
  return content instanceof Uint8Array ? content.length : content.size;
}
