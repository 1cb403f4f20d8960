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
 * No slash, backslash, `..` or control character, because ids are used in file names and URLs. The pattern has no flags because JSON
 * Schema does not support them, and the OpenAPI document contains it.
 */
const ID_PATTERN = new RegExp(String.raw`^(?![\s\S]*\.\.)[^/\\\u0000-\u001f\u007f-\u009f]*$`);
/** Without flags, like `ID_PATTERN`. */
const HTML_PATTERN = /\.[Hh][Tt][Mm][Ll]?$/;
const MUST_BE_HTML = 'must be the path of an HTML file (.html or .htm)';

/** Checks the length first and stops if it is exceeded, because the other checks read the whole text. */
const bounded = (max: number): z.ZodString => z.string().min(1).max(max, { abort: true });
const text = (max: number): z.ZodString =>
  bounded(max).refine((value) => !hasLongMarkRun(value), 'must not have more than 30 consecutive combining marks');

const slideFields = {
  index: z.int().min(1),
  id: text(128),
  label: text(256),
  thumbnail: z.string().nullish(),
  notes: z.string().nullish(),
  duration: z.number().positive().nullish(),
  transition: z.string().max(64).nullish(),
};

/** An unsafe path passes here, because it is reported by the path rules. */
const sourceFile = z.string().refine((raw) => {
  const result = normalizePackagePath(raw);
  return !result.ok || isHtmlPath(result.path);
}, MUST_BE_HTML);
const normalFile = bounded(MAX_PATH_BYTES).regex(HTML_PATTERN, MUST_BE_HTML);

const manifestFields = {
  schema: z.literal(SCHEMA_NAME),
  id: text(128).regex(ID_PATTERN, 'must not contain "/", "\\", ".." or control characters'),
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

/** A manifest as producers write it (FORMAT.md, "Manifest"). Unknown fields are kept at every level. */
export const sourceManifestSchema = z.looseObject({
  ...manifestFields,
  slides: slideList(z.looseObject({ ...slideFields, file: sourceFile })),
  compat: z.looseObject({ requires: z.array(z.string()).nullish(), notes: compatNotes }).nullish(),
});

/**
 * A normalized manifest: `totalSlides` and every `index` match the list of slides, paths are normalized, `thumbnail` and `notes` are
 * present or null, and capabilities are known and sorted. Unknown fields are kept.
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
