import { type Manifest, manifestSchema } from 'deck-format';
import { z } from 'zod';
import { KIB, MIB, NOTE_BODY_MAX } from '#shared/limits.ts';

/** Longest text of a manifest that is kept; ids, labels and titles are shorter by the format's own rules. In UTF-16 code units. */
const TEXT_MAX = 4 * KIB;
/** Largest part of a manifest whose shape is the producer's own, or whose lists have no end: as JSON, in UTF-16 code units. */
const PART_MAX = 32 * KIB;
/** All speaker notes of a package, in UTF-16 code units. */
const NOTES_MAX = MIB;

const FREE_PARTS = ['fonts', 'tokens', 'assets', 'runtime', 'stats', 'platform', 'provenance', 'offline'] as const;

/**
 * What the service keeps of a manifest beside the package, to answer with: every field that the format names, within bounds,
 * so that no answer that holds one is large. Fields that the format does not name stay in the package. Of those that it names
 * - a part that is too large is left out whole, never shortened: what is left out is optional;
 * - texts end after 4,096 characters, a slide's speaker notes after 16,384 (producers cap them there), and all notes together
 *   after 1 Mi characters: from there on slides have none;
 * - a thumbnail's path that is longer than a text may be is null.
 *
 * @returns a manifest of at most about 3 MiB: 500 slides with the longest ids, labels and paths, and 1 Mi characters of notes.
 *   Ordinary ones are a few KiB
 */
export function keptManifest(manifest: Manifest): Manifest {
  // The members that a manifest's schema names.
  const named = namedOnly(manifestSchema, manifest) as Manifest;
  const tooLarge = new Set<string>(FREE_PARTS.filter((part) => sizeOf(named[part]) > PART_MAX));
  const parts = Object.entries(named).filter(([name]) => !tooLarge.has(name) && name !== 'slides');
  // Its own members, fewer and shorter: those that may be left out are optional.
  return { ...(shortened(Object.fromEntries(parts)) as Manifest), slides: keptSlides(named.slides) };
}

function keptSlides(slides: Manifest['slides']): Manifest['slides'] {
  let room = NOTES_MAX;
  return slides.map(({ notes, thumbnail, ...slide }) => {
    const kept = notes === null ? null : cut(notes, NOTE_BODY_MAX);
    room -= kept?.length ?? 0;
    return {
      ...slide,
      thumbnail: thumbnail !== null && thumbnail.length > TEXT_MAX ? null : thumbnail,
      notes: room < 0 ? null : kept,
    };
  });
}

/** A value without the members that its schema does not name. What a schema leaves open is kept as it is. */
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

/** The beginning of a text; a character of two code units is not cut in two. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(0, most);
  return end.isWellFormed() ? end : end.slice(0, -1);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
