import { type Manifest, manifestSchema } from 'deck-format';
import { z } from 'zod';
import { KIB, MIB, NOTE_BODY_MAX } from '#shared/limits.ts';

/** The maximum length of a text, in UTF-16 code units. For ids, labels and titles the format has lower limits. */
const TEXT_MAX = 4 * KIB;
/** The maximum size of a part without a defined form or with unlimited lists: its length as JSON, in UTF-16 code units. */
const PART_MAX = 32 * KIB;
/** The maximum length of all speaker notes of a package together, in UTF-16 code units. */
const NOTES_MAX = MIB;

const FREE_PARTS = ['fonts', 'tokens', 'assets', 'runtime', 'stats', 'platform', 'provenance', 'offline'] as const;

/**
 * Shortens a manifest to what the service stores for its responses, so that no response is large. The package keeps everything. Fields
 * that the format does not define are left out. For the others:
 * - A part that is too large is left out completely. Such parts are optional.
 * - Texts are cut after 4,096 characters and the speaker notes of a slide after 16,384 (producers use the same limit). All notes together
 *   can have 1 Mi characters; further slides get no notes.
 * - The path of a thumbnail that is longer than a text may be becomes null.
 *
 * @returns a manifest of at most about 3 MiB: 500 slides with the longest ids, labels and paths, and 1 Mi characters of notes. Usually
 *   it has a few KiB
 */
export function keptManifest(manifest: Manifest): Manifest {
  // The fields that the schema of a manifest defines.
  const named = namedOnly(manifestSchema, manifest) as Manifest;
  const tooLarge = new Set<string>(FREE_PARTS.filter((part) => sizeOf(named[part]) > PART_MAX));
  const parts = Object.entries(named).filter(([name]) => !tooLarge.has(name) && name !== 'slides');
  // The same fields, possibly fewer or shorter. Only optional fields are left out.
  return { ...(shortened(Object.fromEntries(parts)) as Manifest), slides: keptSlides(named.slides) };
}

function keptSlides(slides: Manifest['slides']): Manifest['slides'] {
  let remaining = NOTES_MAX;
  return slides.map(({ notes, thumbnail, ...slide }) => {
    const kept = notes === null ? null : cut(notes, NOTE_BODY_MAX);
    remaining -= kept?.length ?? 0;
    return {
      ...slide,
      thumbnail: thumbnail !== null && thumbnail.length > TEXT_MAX ? null : thumbnail,
      notes: remaining < 0 ? null : kept,
    };
  });
}

/** Removes the fields that the schema of a value does not define. Parts without a defined form are kept unchanged. */
function namedOnly(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return value === undefined || value === null ? value : namedOnly(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => namedOnly(schema.element, item));
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const members = Object.entries<z.core.$ZodType>(schema.shape).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(members.map(([name, member]) => [name, namedOnly(member, Reflect.get(value, name))]));
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, TEXT_MAX);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

/** The start of a text. A character of two code units is not split. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(0, most);
  return end.isWellFormed() ? end : end.slice(0, -1);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
