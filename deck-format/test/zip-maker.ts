import { crc32, deflateRawSync } from 'node:zlib';

/** An entry to write. Every header field can be set independently, to create invalid archives. */
export interface RawEntry {
  readonly name: string | Uint8Array;
  readonly content?: Uint8Array | string;
  readonly stored?: boolean;
  /** The data of the entry. Default: the content, stored or deflated. */
  readonly data?: Uint8Array;
  /** Fields of both headers. */
  readonly both?: Partial<Fields>;
  /** Fields of the local header only. */
  readonly local?: Partial<Fields> & { readonly name?: string; readonly signature?: number };
  /** Fields of the directory record only. */
  readonly central?: Partial<Fields> & {
    readonly attributes?: number;
    readonly offset?: number;
    readonly disk?: number;
    readonly comment?: string;
    readonly signature?: number;
    readonly name?: string;
  };
  readonly descriptor?: Uint8Array;
  /** Bytes before the local header. */
  readonly before?: Uint8Array;
  /** Bytes after the entry. */
  readonly after?: Uint8Array;
  /** Omits the local header and the data. */
  readonly directoryOnly?: boolean;
  /** Omits the directory record. */
  readonly unlisted?: boolean;
}

export interface Fields {
  readonly version: number;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly extra: Uint8Array;
  readonly nameLength: number;
  readonly extraLength: number;
}

/** An archive to write. The byte arrays are inserted at the positions in their names. */
export interface RawArchive {
  readonly entries: readonly RawEntry[];
  readonly start?: Uint8Array;
  readonly beforeDirectory?: Uint8Array;
  readonly afterDirectory?: Uint8Array;
  readonly afterEnd?: Uint8Array;
  readonly comment?: Uint8Array;
  /** The declared length of the comment. Default: its actual length. */
  readonly commentLength?: number;
  /** Fields of the end record. */
  readonly end?: Partial<{
    disk: number;
    directoryDisk: number;
    countHere: number;
    count: number;
    size: number;
    offset: number;
    signature: number;
  }>;
  /** Returns the ZIP64 end records for the directory at `place`. */
  readonly zip64?: (place: { offset: number; size: number; count: number; endsAt: number }) => Uint8Array;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const asBytes = (value: Uint8Array | string): Uint8Array => (typeof value === 'string' ? utf8(value) : value);

/** Concatenates little-endian integers, given as `[bytes, value]`, and byte arrays. */
export function fields(...parts: readonly (readonly [1 | 2 | 4 | 8, number] | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : field(part[0], part[1]))));
}

function field(width: 1 | 2 | 4 | 8, value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  return bytes.subarray(0, width);
}

/** An extra field with a header id and data. */
export function extraField(kind: number, data: Uint8Array): Uint8Array {
  return fields([2, kind], [2, data.length], data);
}

/** A data descriptor. `width` is that of the sizes in bytes; `signed`: whether it begins with the signature. */
export function descriptorOf(
  entry: { crc32: number; compressedSize: number; size: number },
  width: 4 | 8 = 4,
  signed = true,
): Uint8Array {
  const figures = fields([4, entry.crc32], [width, entry.compressedSize], [width, entry.size]);
  return signed ? fields([4, 0x08074b50], figures) : figures;
}

/** The data and the header fields that a correct writer would write. */
export function correct(entry: RawEntry): { data: Uint8Array; fields: Omit<Fields, 'nameLength' | 'extraLength'> } {
  const content = asBytes(entry.content ?? '');
  const data = entry.data ?? (entry.stored === true ? content : new Uint8Array(deflateRawSync(content)));
  const method = entry.stored === true ? 0 : 8;
  const sizes = { crc32: crc32(content), compressedSize: data.length, size: content.length };
  return { data, fields: { version: 20, flags: 0x0800, method, ...sizes, extra: new Uint8Array(0), ...entry.both } };
}

/** Writes an archive as described, even if it is invalid. */
export function makeZip(archive: RawArchive): Uint8Array {
  const parts: Uint8Array[] = [archive.start ?? new Uint8Array(0)];
  const records: Uint8Array[] = [];
  let at = parts[0]?.length ?? 0;
  for (const entry of archive.entries) {
    const offset = at + (entry.before?.length ?? 0);
    const local = entry.directoryOnly === true ? [] : localParts(entry);
    parts.push(...local);
    at += local.reduce((sum, part) => sum + part.length, 0);
    if (entry.unlisted !== true) records.push(directoryRecord(entry, offset));
  }
  const directory = Buffer.concat(records);
  const offset = at + (archive.beforeDirectory?.length ?? 0);
  return Buffer.concat([
    ...parts,
    archive.beforeDirectory ?? new Uint8Array(0),
    directory,
    archive.afterDirectory ?? new Uint8Array(0),
    ...endParts(archive, { offset, size: directory.length, count: records.length, endsAt: offset + directory.length }),
  ]);
}

function localParts(entry: RawEntry): Uint8Array[] {
  const plain = correct(entry);
  const header = { ...plain.fields, ...entry.local };
  const name = asBytes(entry.local?.name ?? entry.name);
  return [
    entry.before ?? new Uint8Array(0),
    fields([4, entry.local?.signature ?? 0x04034b50], [2, header.version], shared(header, name), name, header.extra),
    plain.data,
    entry.descriptor ?? new Uint8Array(0),
    entry.after ?? new Uint8Array(0),
  ];
}

function directoryRecord(entry: RawEntry, offset: number): Uint8Array {
  const header = { ...correct(entry).fields, ...entry.central };
  const name = asBytes(entry.central?.name ?? entry.name);
  const comment = utf8(entry.central?.comment ?? '');
  return fields(
    [4, entry.central?.signature ?? 0x02014b50],
    [2, 0x0314],
    [2, header.version],
    shared(header, name),
    [2, comment.length],
    [2, entry.central?.disk ?? 0],
    [2, 0],
    [4, entry.central?.attributes ?? 0o100644 * 2 ** 16],
    [4, entry.central?.offset ?? offset],
    name,
    header.extra,
    comment,
  );
}

function shared(header: Omit<Fields, 'nameLength' | 'extraLength'> & Partial<Fields>, name: Uint8Array): Uint8Array {
  return fields(
    [2, header.flags],
    [2, header.method],
    [2, 0],
    [2, 33],
    [4, header.crc32],
    [4, header.compressedSize],
    [4, header.size],
    [2, header.nameLength ?? name.length],
    [2, header.extraLength ?? header.extra.length],
  );
}

function endParts(archive: RawArchive, place: { offset: number; size: number; count: number; endsAt: number }): Uint8Array[] {
  const comment = archive.comment ?? new Uint8Array(0);
  const end = {
    disk: 0,
    directoryDisk: 0,
    countHere: place.count,
    count: place.count,
    size: place.size,
    offset: place.offset,
    ...archive.end,
  };
  return [
    archive.zip64?.(place) ?? new Uint8Array(0),
    fields(
      [4, end.signature ?? 0x06054b50],
      [2, end.disk],
      [2, end.directoryDisk],
      [2, end.countHere],
      [2, end.count],
      [4, end.size],
      [4, end.offset],
    ),
    fields([2, archive.commentLength ?? comment.length], comment),
    archive.afterEnd ?? new Uint8Array(0),
  ];
}
