import { randomUUID } from 'node:crypto';

export interface Part {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** If set, the part is a file. */
  readonly filename?: string;
}

export interface Form {
  readonly headers: { readonly 'content-type': string };
  readonly body: Buffer;
}

/** A multipart form of these parts, in their order. */
export function aForm(...parts: readonly Part[]): Form {
  const boundary = `form-${randomUUID()}`;
  const pieces = parts.flatMap(({ name, content, filename }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    filename === undefined ? '\r\n' : 'Content-Type: application/zip\r\n\r\n',
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
}

/** The form of an upload. */
export function anUpload(file: Uint8Array, fields: Readonly<Record<string, string>> = {}): Form {
  return aForm(...Object.entries(fields).map(([name, content]) => ({ name, content })), {
    name: 'file',
    filename: 'deck.stage',
    content: file,
  });
}
