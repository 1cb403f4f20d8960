import type { ServerResponse } from 'node:http';
import { contentTypeOf, type EntryRecord } from 'deck-format';
import type { Encoding } from './accepted-encoding.ts';
import { NOTHING_POLICY } from './deck-policy.ts';

/** The head of an answer: names and values in turn, as `writeHead` takes them. */
export type Head = readonly string[];

/** One of the ways in which an entry may go out. */
export interface Representation {
  /** Tells those of one entry apart. */
  readonly name: string;
  readonly encoding: Encoding;
  /** Whether it may be asked for in parts. */
  readonly ranges: 'bytes' | 'none';
}

/** Of every answer where decks play. */
const DECK_HEAD: Head = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  // Names that are looked up ahead could carry the deck's own address away.
  'X-DNS-Prefetch-Control',
  'off',
  // Fonts, modules and fetch ask for it from the sandbox's opaque origin; the address itself is the secret.
  'Access-Control-Allow-Origin',
  '*',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
];

export function etagOf({ crc32, size }: EntryRecord, { name }: Representation): string {
  return `"${crc32.toString(16)}-${size.toString(16)}-${name}"`;
}

/** A version's bytes never change and the address is one session's own, so a browser may keep them; the bridge in a slide may change. */
export function entryHead(entry: EntryRecord, representation: Representation): Head {
  return [
    ...DECK_HEAD,
    'Content-Type',
    contentTypeOf(entry.path),
    'Cache-Control',
    representation.name.startsWith('slide') ? 'private, no-cache' : 'private, max-age=31536000, immutable',
    'Vary',
    'Accept-Encoding',
    'Accept-Ranges',
    representation.ranges,
    'ETag',
    etagOf(entry, representation),
  ];
}

/** @param length of the body, in bytes on the wire */
export function bodyHead({ encoding }: Representation, length: number): Head {
  return [...(encoding === 'gzip' ? ['Content-Encoding', 'gzip'] : []), 'Content-Length', String(length)];
}

export function policyHead(policy: string): Head {
  return ['Content-Security-Policy', policy];
}

/** Of what is no deck's, refusals above all: its policy allows nothing. */
export const FOREIGN_HEAD: Head = [...DECK_HEAD, ...policyHead(NOTHING_POLICY)];

/** Sets what can still be taken back, should the answer fail before it begins. `writeHead` with all at once is much cheaper. */
export function setHead(response: ServerResponse, head: Head): void {
  for (let at = 0; at < head.length; at += 2) response.setHeader(head[at] ?? '', head[at + 1] ?? '');
}
