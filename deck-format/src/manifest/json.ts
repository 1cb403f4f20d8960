import type { ManifestIssue } from '../errors.ts';
import { MAX_MANIFEST_DEPTH, MAX_MANIFEST_VALUES } from '../limits.ts';

export type JsonResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issue: ManifestIssue };

/**
 * Parses `manifest.json`. The depth and the number of values are checked before parsing, to bound memory. Duplicate keys in an object
 * are refused, because some parsers use the first value and others the last one.
 */
export function parseBoundedJson(bytes: Uint8Array): JsonResult {
  const outline = outlineOf(bytes);
  if ('excess' in outline) return failed(outline.excess);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return failed('manifest.json is not valid UTF-8; save it as UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failed(`manifest.json is not valid JSON: ${error instanceof Error ? error.message : 'it cannot be parsed'}`);
  }
  return countKeys(value) === outline.keys ? { ok: true, value } : failed(REPEATED_KEY);
}

const REPEATED_KEY =
  'manifest.json has an object with a duplicate key, so readers would not agree on its value; remove one of the two';

function failed(message: string): JsonResult {
  return { ok: false, issue: { path: '', message } };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The number of keys in the text of a document, including duplicates; or the reason not to parse it. */
type Outline = { readonly keys: number } | { readonly excess: string };

/** Counts brackets, commas and colons outside of strings. In UTF-8, these bytes are never part of a longer character. */
function outlineOf(bytes: Uint8Array): Outline {
  let depth = 0;
  let values = 1;
  let keys = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else {
      depth += stepsDeeper(byte);
      values += startsValue(byte) ? 1 : 0;
      keys += byte === COLON ? 1 : 0;
    }
    if (depth > MAX_MANIFEST_DEPTH) return { excess: `manifest.json is nested more than ${MAX_MANIFEST_DEPTH} levels deep` };
    if (values > MAX_MANIFEST_VALUES) return { excess: `manifest.json has more than ${MAX_MANIFEST_VALUES} values` };
  }
  return { keys };
}

function stepsDeeper(byte: number): number {
  if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) return 1;
  return byte === CLOSE_ARRAY || byte === CLOSE_OBJECT ? -1 : 0;
}

function startsValue(byte: number): boolean {
  return byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT;
}

/** The number of keys in a parsed document, at all levels. */
function countKeys(value: unknown): number {
  let count = 0;
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const items: unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += items.length;
    for (const item of items) if (typeof item === 'object') pending.push(item);
  }
  return count;
}

/** The number of values in a parsed document, including the document itself. Stops counting at `most` + 1. */
export function countValues(value: unknown, most: number): number {
  let count = 0;
  const pending = [value];
  while (pending.length > 0 && count <= most) {
    const next = pending.pop();
    count++;
    if (typeof next === 'object' && next !== null) for (const item of Object.values(next)) pending.push(item);
  }
  return count;
}
