import * as fc from 'fast-check';

/** A modification of a file. Positions are fractions of the length of the file. */
export type Mutation =
  | { readonly kind: 'flip'; readonly at: number; readonly bit: number }
  | { readonly kind: 'set'; readonly at: number; readonly bytes: readonly number[] }
  | { readonly kind: 'cut'; readonly at: number; readonly length: number }
  | { readonly kind: 'insert'; readonly at: number; readonly bytes: readonly number[] }
  | { readonly kind: 'copy'; readonly from: number; readonly to: number; readonly length: number }
  | { readonly kind: 'swap'; readonly one: number; readonly other: number; readonly length: number }
  | { readonly kind: 'header'; readonly which: number; readonly field: number; readonly bytes: readonly number[] };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const few = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 8 });
/** Values that are likely to cause faults: zeros, ones, sign bits and signatures of headers. */
const special = fc.constantFrom(
  [0],
  [0, 0, 0, 0],
  [0xff, 0xff],
  [0xff, 0xff, 0xff, 0xff],
  [0x80],
  [1, 0],
  [0x50, 0x4b, 5, 6],
  [0x50, 0x4b, 1, 2],
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 7, 8],
);
const bytes = fc.oneof(few, special);

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('flip' as const), at: place, bit: fc.integer({ min: 0, max: 7 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('set' as const), at: place, bytes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: place, length: fc.integer({ min: 1, max: 200 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('insert' as const), at: place, bytes }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('copy' as const),
      from: place,
      to: place,
      length: fc.integer({ min: 1, max: 120 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('swap' as const),
      one: place,
      other: place,
      length: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('header' as const), which: fc.nat(30), field: fc.nat(45), bytes }) },
);

/** A copy of the file with one mutation. */
export function mutate(original: Uint8Array, change: Mutation): Uint8Array {
  const file = Uint8Array.from(original);
  const at = (fraction: number): number => Math.min(file.length - 1, Math.floor(fraction * file.length));
  switch (change.kind) {
    case 'flip':
      return overwritten(file, at(change.at), [(file[at(change.at)] ?? 0) ^ (1 << change.bit)]);
    case 'set':
      return overwritten(file, at(change.at), change.bytes);
    case 'cut':
      return Buffer.concat([file.subarray(0, at(change.at)), file.subarray(at(change.at) + change.length)]);
    case 'insert':
      return Buffer.concat([file.subarray(0, at(change.at)), Uint8Array.from(change.bytes), file.subarray(at(change.at))]);
    case 'copy':
      return overwritten(file, at(change.to), file.slice(at(change.from), at(change.from) + change.length));
    case 'swap': {
      const [one, other] = [at(change.one), at(change.other)].map((from) => original.slice(from, from + change.length));
      return overwritten(overwritten(file, at(change.one), other ?? []), at(change.other), one ?? []);
    }
    case 'header': {
      const headers = headerOffsets(file);
      return overwritten(file, (headers[change.which % headers.length] ?? 0) + change.field, change.bytes);
    }
  }
}

function overwritten(file: Uint8Array, at: number, values: Iterable<number>): Uint8Array {
  let next = at;
  for (const value of values) if (next < file.length) file[next++] = value;
  return file;
}

/** The offsets of all zip signatures. */
function headerOffsets(file: Uint8Array): number[] {
  const offsets: number[] = [];
  for (let at = 0; at + 4 <= file.length; at++) {
    if (file[at] === 0x50 && file[at + 1] === 0x4b && (file[at + 2] ?? 99) < 9) offsets.push(at);
  }
  return offsets;
}
