import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Capability } from '../manifest/capabilities.ts';
import type { Architecture, Manifest, ManifestSlide } from '../manifest/schema.ts';
import { chunksOf, textContent, type Content } from './content.ts';

/** The fields of a slide for `buildManifest`. Fields that are left out are derived from the file name and the position. */
export interface SlideFields {
  readonly file: string;
  readonly id?: string;
  readonly label?: string;
  readonly thumbnail?: string | null;
  readonly notes?: string | null;
  /** Seconds. */
  readonly duration?: number;
}

/** The fields of a deck for `buildManifest`. The defaults depend only on the input. */
export interface DeckFields {
  readonly title: string;
  readonly slides: readonly SlideFields[];
  /** Default: the title as a slug. */
  readonly id?: string;
  /** Default: the first twelve hexadecimal digits of the SHA-256 of all paths and contents. */
  readonly version?: string;
  readonly subtitle?: string | null;
  readonly author?: string | null;
  readonly description?: string | null;
  /** ISO 8601. Default: 1980-01-01T00:00:00.000Z, the earliest time in a zip archive. */
  readonly createdAt?: string;
  /** Default: `createdAt`. */
  readonly updatedAt?: string;
  readonly architecture?: Architecture;
  /** Default: 1920 × 1080. */
  readonly dimensions?: { readonly width: number; readonly height: number };
  readonly provenance?: Manifest['provenance'];
  readonly requires?: readonly Capability[];
}

const DEFAULT_CREATED_AT = '1980-01-01T00:00:00.000Z';
/** The length at which producers truncate notes (FORMAT.md, "Manifest"), in UTF-16 code units. */
const MAX_NOTES = 16_384;

/** Builds a complete manifest. The same input gives the same manifest. `files` are only used for the default of `version`. */
export async function buildManifest(deck: DeckFields, files: ReadonlyMap<string, Content>): Promise<Manifest> {
  const createdAt = deck.createdAt ?? DEFAULT_CREATED_AT;
  return {
    schema: 'slidestage@1.0',
    id: deck.id ?? slug(deck.title),
    version: deck.version ?? (await contentVersion(files)),
    title: deck.title,
    subtitle: deck.subtitle ?? null,
    author: deck.author ?? null,
    description: deck.description ?? null,
    createdAt,
    updatedAt: deck.updatedAt ?? createdAt,
    architecture: deck.architecture ?? 'multi-file',
    dimensions: { ...(deck.dimensions ?? { width: 1920, height: 1080 }) },
    totalSlides: deck.slides.length,
    slides: deck.slides.map(buildSlide),
    ...(deck.provenance && { provenance: deck.provenance }),
    ...(deck.requires && { compat: { requires: [...new Set(deck.requires)].toSorted() } }),
  };
}

function buildSlide(slide: SlideFields, at: number): ManifestSlide {
  const base = baseName(slide.file);
  return {
    index: at + 1,
    id: slide.id ?? `slide-${at + 1}`,
    label: cut(slide.label?.trim() || base, 256),
    file: slide.file,
    thumbnail: slide.thumbnail ?? null,
    notes: slide.notes == null ? null : cut(slide.notes, MAX_NOTES),
    ...(slide.duration !== undefined && { duration: slide.duration }),
  };
}

/** The name of a file without folders and extension. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
}

/** The first `max` UTF-16 code units of a text, without splitting a surrogate pair. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

/** An id from a title: letters and digits of any script, in lower case and joined by hyphens. */
function slug(title: string): string {
  const joined = cut(title, 256)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return cut(joined, 128) || 'deck';
}

async function contentVersion(files: ReadonlyMap<string, Content>): Promise<string> {
  // Not the hash of the platform: browsers offer it under https only.
  const hash = sha256.create();
  for (const path of [...files.keys()].toSorted()) {
    const inner = sha256.create();
    for await (const chunk of chunksOf(files.get(path) ?? new Uint8Array(0))) inner.update(chunk);
    hash.update(textContent(JSON.stringify([path, bytesToHex(inner.digest())])));
  }
  return bytesToHex(hash.digest()).slice(0, 12);
}
