/** The content of a file in a package: bytes in memory, or a file that is read when it is written. */
export type Content = Uint8Array | FileContent;

/** Content that is read when it is needed. `size` is in bytes. */
export interface FileContent {
  readonly size: number;
  /** Reads the content. Each call starts at the beginning. */
  chunks(): AsyncIterable<Uint8Array>;
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
  return joined(chunks);
}

/** The content as text, decoded from UTF-8 without a byte-order mark. */
export async function textOfContent(content: Content): Promise<string> {
  return new TextDecoder().decode(await bytesOf(content));
}

/** The size of the content in bytes. */
export function sizeOf(content: Content): number {
  return content instanceof Uint8Array ? content.length : content.size;
}

/** The chunks in one array. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
