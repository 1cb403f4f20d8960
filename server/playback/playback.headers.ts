import type { ServerResponse } from 'node:http';
import { contentTypeOf, type EntryRecord } from 'deck-format';
import { type Head, type PreparedHead, prepareHead } from '#server/http/send-prepared.ts';
import type { Encoding } from './accepted-encoding.ts';
import { LRUCache } from 'lru-cache';
import { NOTHING_POLICY } from './deck-policy.ts';

/** One of the ways in which an entry may go out. */
export interface Representation {
  /** Tells those of one entry apart. */
  readonly name: string;
  readonly encoding: Encoding;
  /** Whether it may be asked for in parts. */
  readonly ranges: 'bytes' | 'none';
  /** Headers of the request that it depends on. */
  readonly vary: string;
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
    isWithScript(representation) ? 'private, no-cache' : 'private, max-age=31536000, immutable',
    'Vary',
    representation.vary,
    'Accept-Ranges',
    representation.ranges,
    'ETag',
    etagOf(entry, representation),
  ];
}

/** Whether it is HTML with a script of ours. */
function isWithScript({ name }: Representation): boolean {
  return name.startsWith('slide') || name.startsWith('document');
}

/** @param length of the body, in bytes on the wire */
export function bodyHead(encoding: Encoding, length: number): Head {
  return [...(encoding === 'gzip' ? ['Content-Encoding', 'gzip'] : []), 'Content-Length', String(length)];
}

/** Decks that are played at one time. */
const REMEMBERED = 1000;
const policyHeads = new LRUCache<string, PreparedHead>({ max: REMEMBERED });

/** What is said under one address alone. It is remembered, since a slide may consist of a hundred files. */
export function policyHead(policy: string): PreparedHead {
  const known = policyHeads.get(policy);
  if (known !== undefined) return known;
  const head = prepareHead(['Content-Security-Policy', policy]);
  policyHeads.set(policy, head);
  return head;
}

/** Of what is no deck's, refusals above all: its policy allows nothing. */
export const FOREIGN_HEAD: Head = [...DECK_HEAD, 'Content-Security-Policy', NOTHING_POLICY];

/** Of the script that is put into slides. */
export const BRIDGE_HEAD: Head = [
  ...FOREIGN_HEAD,
  'Content-Type',
  'text/javascript; charset=utf-8',
  'Cache-Control',
  'public, max-age=300',
  'Vary',
  'Accept-Encoding',
];

/** Sets what can still be taken back, should the answer fail before it begins. `writeHead` with all at once is much cheaper. */
export function setHead(response: ServerResponse, head: Head): void {
  for (let at = 0; at < head.length; at += 2) response.setHeader(head[at] ?? '', head[at + 1] ?? '');
}
