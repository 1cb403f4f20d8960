import { z } from 'zod';
import { isHtmlPath } from '../content-type.ts';
import { MAX_PATH_BYTES, MAX_SLIDES } from '../limits.ts';
import { normalizePackagePath } from '../paths.ts';
import { hasLongMarkRun } from '../text-bounds.ts';
import { CAPABILITIES } from './capabilities.ts';
import { offlineSchema } from './offline-schema.ts';

export const SCHEMA_NAME = 'slidestage@1.0';

export const ARCHITECTURES = ['multi-file', 'multi-file-flat', 'single-file-deckstage', 'single-file-html'] as const;

/**
 * No slash, backslash, `..` or control character: ids end up in file names and addresses. It needs no flags, because
 * the API's document carries it as text.
 */
const ID_PATTERN = new RegExp(String.raw`^(?![\s\S]*\.\.)[^/\\\u0000-\u001f\u007f-\u009f]*$`);
/** Likewise. */
const HTML_PATTERN = /\.[Hh][Tt][Mm][Ll]?$/;
const MUST_BE_HTML = 'Must name an HTML file (.html or .htm)';

/** The length comes first, and ends the check where it is broken: what follows reads the whole text. */
const bounded = (max: number): z.ZodString => z.string().min(1).max(max, { abort: true });
const text = (max: number): z.ZodString =>
  bounded(max).refine((value) => !hasLongMarkRun(value), 'Must not have more than 30 combining marks in a row');

const slideFields = {
  index: z.int().min(1),
  id: text(128),
  label: text(256),
  thumbnail: z.string().nullish(),
  notes: z.string().nullish(),
  duration: z.number().positive().nullish(),
  transition: z.string().max(64).nullish(),
};

/** Of an unsafe path only that is told, by the path rules: what it ends in does not count. */
const sourceFile = z.string().refine((raw) => {
  const result = normalizePackagePath(raw);
  return !result.ok || isHtmlPath(result.path);
}, MUST_BE_HTML);
const normalFile = bounded(MAX_PATH_BYTES).regex(HTML_PATTERN, MUST_BE_HTML);

const manifestFields = {
  schema: z.literal(SCHEMA_NAME),
  id: text(128).regex(ID_PATTERN, 'Must not contain "/", "\\", ".." or control characters'),
  version: text(64),
  title: text(256),
  subtitle: z.string().nullable(),
  author: z.string().nullable(),
  description: z.string().nullable(),
  createdAt: z.string().min(1),
  updatedAt: z.string().min(1),
  architecture: z.enum(ARCHITECTURES),
  dimensions: z.looseObject({ width: z.number().positive(), height: z.number().positive() }),
  totalSlides: z.int().min(1).max(MAX_SLIDES),
  fonts: z.array(z.unknown()).nullish(),
  tokens: z.record(z.string(), z.unknown()).nullish(),
  assets: z.unknown().optional(),
  runtime: z.unknown().optional(),
  stats: z.unknown().optional(),
  platform: z
    .looseObject({ minSchemaVersion: z.string().nullish(), compatibleArchitectures: z.array(z.string()).nullish() })
    .nullish(),
  provenance: z
    .looseObject({
      sourceKind: z.string().max(128).nullish(),
      conversionMode: z.string().max(64).nullish(),
      sourceEntry: z.string().max(512).nullish(),
      converter: z.looseObject({ name: z.string().max(128), version: z.string().max(64).nullish() }).nullish(),
    })
    .nullish(),
  offline: offlineSchema.nullish(),
};

const compatNotes = z.string().max(1024).nullish();
const slideList = <S extends z.ZodType>(slide: S): z.ZodArray<S> => z.array(slide).min(1).max(MAX_SLIDES);

/** A manifest as producers write it (FORMAT.md, "Manifest"). Unknown fields pass at every level. */
export const sourceManifestSchema = z.looseObject({
  ...manifestFields,
  slides: slideList(z.looseObject({ ...slideFields, file: sourceFile })),
  compat: z.looseObject({ requires: z.array(z.string()).nullish(), notes: compatNotes }).nullish(),
});

/**
 * A manifest as this package gives it out: `totalSlides` and every `index` agree with the list of slides, paths are
 * normalized, `thumbnail` and `notes` are there or null, capabilities are known ones, sorted. Unknown fields are kept.
 */
export const manifestSchema = z.looseObject({
  ...manifestFields,
  slides: slideList(
    z.looseObject({ ...slideFields, file: normalFile, thumbnail: z.string().nullable(), notes: z.string().nullable() }),
  ),
  compat: z.looseObject({ requires: z.array(z.enum(CAPABILITIES)).nullish(), notes: compatNotes }).nullish(),
});

export type SourceManifest = z.infer<typeof sourceManifestSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestSlide = Manifest['slides'][number];
export type Architecture = (typeof ARCHITECTURES)[number];
