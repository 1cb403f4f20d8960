import type { ServerResponse } from 'node:http';
import { contentTypeOf, type EntryRecord } from 'deck-format';
import { type Head, type PreparedHead, prepareHead } from '#server/http/send-prepared.ts';
import type { Encoding } from './accepted-encoding.ts';
import { LRUCache } from 'lru-cache';
import { NOTHING_POLICY } from './deck-content-policy.ts';

/** One of the forms in which an entry can be sent. */
export interface Representation {
  /** Distinguishes the representations of one entry. */
  readonly name: string;
  readonly encoding: Encoding;
  /** Whether ranges can be requested. */
  readonly ranges: 'bytes' | 'none';
  /** Request headers that it depends on. */
  readonly vary: string;
}

/** Headers of every response at an origin where decks play. */
const DECK_HEAD: Head = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  // DNS prefetching could leak the deck's address in a host name.
  'X-DNS-Prefetch-Control',
  'off',
  // Fonts, modules and fetch from the sandbox's opaque origin need this. The secret address protects the content.
  'Access-Control-Allow-Origin',
  '*',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
];

export function etagOf({ crc32, size }: EntryRecord, { name }: Representation): string {
  return `"${crc32.toString(16)}-${size.toString(16)}-${name}"`;
}

/**
 * A version's bytes never change and each session has its own address, so browsers may cache entries. Entries with our script are
 * revalidated, because the bridge may change.
 */
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

/** Whether it is HTML with our script. */
function isWithScript({ name }: Representation): boolean {
  return name.startsWith('slide') || name.startsWith('document');
}

/** @param length of the body as sent, in bytes */
export function bodyHead(encoding: Encoding, length: number): Head {
  return [...(encoding === 'gzip' ? ['Content-Encoding', 'gzip'] : []), 'Content-Length', String(length)];
}

/** How many policies are cached: about the number of decks played at the same time. */
const REMEMBERED = 1000;
const policyHeads = new LRUCache<string, PreparedHead>({ max: REMEMBERED });

/** The headers that are specific to one address. They are cached, since a slide may consist of a hundred files. */
export function policyHead(policy: string): PreparedHead {
  const known = policyHeads.get(policy);
  if (known !== undefined) return known;
  const head = prepareHead(['Content-Security-Policy', policy]);
  policyHeads.set(policy, head);
  return head;
}

/** Headers of responses that are not part of a deck, mainly refusals. Their policy allows nothing. */
export const FOREIGN_HEAD: Head = [...DECK_HEAD, 'Content-Security-Policy', NOTHING_POLICY];

/** Headers of the bridge script. */
export const BRIDGE_HEAD: Head = [
  ...FOREIGN_HEAD,
  'Content-Type',
  'text/javascript; charset=utf-8',
  'Cache-Control',
  'public, max-age=300',
  'Vary',
  'Accept-Encoding',
];

/** Sets headers that can still be removed if the response fails before it starts. A single `writeHead` is much cheaper. */
export function setHead(response: ServerResponse, head: Head): void {
  for (let at = 0; at < head.length; at += 2) response.setHeader(head[at] ?? '', head[at + 1] ?? '');
}
