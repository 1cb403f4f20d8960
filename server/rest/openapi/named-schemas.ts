import { manifestSchema } from 'deck-format';
import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { inkPayloadSchema, drawingPayloadSchema } from '#shared/ink.ts';
import { errorSchema } from './error-schemas.ts';

const { slides, dimensions, platform, provenance, offline, compat, tokens } = manifestSchema.shape;
const offlineSchema = offline.unwrap().unwrap();
const { mirrorTool, policy, mirroredAssets, skippedUrls } = offlineSchema.shape;
const provenanceSchema = provenance.unwrap().unwrap();

/** Schemas that get a name here, which generated clients use as well. Schemas of `#shared` define their own names. */
export const NAMED_SCHEMAS: Record<string, z.ZodType> = {
  Error: errorSchema,
  InkPayload: drawingPayloadSchema,
  NewInkPayload: inkPayloadSchema,
  Manifest: manifestSchema,
  ManifestArchitecture: manifestSchema.shape.architecture,
  ManifestSlide: slides.element,
  ManifestDimensions: dimensions,
  ManifestTokens: tokens.unwrap().unwrap(),
  ManifestPlatform: platform.unwrap().unwrap(),
  ManifestProvenance: provenanceSchema,
  ManifestConverter: provenanceSchema.shape.converter.unwrap().unwrap(),
  ManifestCompat: compat.unwrap().unwrap(),
  ManifestOffline: offlineSchema,
  ManifestMirrorTool: mirrorTool,
  ManifestMirrorPolicy: policy.unwrap().unwrap(),
  ManifestMirroredAsset: mirroredAssets.element,
  ManifestSkippedUrl: skippedUrls.element,
};

/** The payload of an annotation can be any JSON. It is stored as text, so it has no Zod schema. */
export const PAYLOAD_SCHEMAS: Record<string, oas31.SchemaObject> = {
  AnnotationPayload: {
    description:
      'Any JSON value, as exactly the text that was sent. If its `kind` is `lectern-ink@1`, it is a drawing: an `InkPayload`.',
    anyOf: [{ $ref: '#/components/schemas/InkPayload' }, { $ref: '#/components/schemas/JsonValue' }],
  },
  NewAnnotationPayload: {
    description: 'Any JSON value. If its `kind` is `lectern-ink@1`, it is a drawing and must be a `NewInkPayload`.',
    anyOf: [{ $ref: '#/components/schemas/NewInkPayload' }, { $ref: '#/components/schemas/JsonValue' }],
  },
  // Written in full, because generators do not handle an empty schema well.
  JsonValue: {
    description: 'Any JSON value.',
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {} },
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'null' },
    ],
  },
};

/** Descriptions of schemas and fields of the format library, which does not contain any. */
export const MANIFEST_DESCRIPTIONS: Record<string, { readonly of: string; readonly fields: Readonly<Record<string, string>> }> = {
  Manifest: {
    of: 'The normalized `manifest.json` of a package. Fields that the format does not define are kept.',
    fields: {
      schema: 'The version of the format.',
      id: 'The id in the package.',
      version: 'The version in the package.',
      title: 'The title in the package.',
      subtitle: 'The subtitle.',
      author: 'The author.',
      description: 'What the deck is about.',
      createdAt: 'When the deck was created, according to its author.',
      updatedAt: 'When the deck was last changed, according to its author.',
      totalSlides: 'The number of slides.',
      slides: 'The slides, in order.',
      fonts: 'The fonts that the deck uses.',
      assets: 'The assets of the deck, in any form.',
      runtime: 'What the deck needs to run, in any form.',
      stats: 'Figures about the deck, in any form.',
      tokens: 'Design tokens of the deck.',
      platform: 'What the deck requires of the program that shows it.',
      provenance: 'What the deck was converted from.',
      offline: 'The record of a mirroring tool.',
      compat: 'What the deck requires of the browser.',
    },
  },
  ManifestArchitecture: { of: 'Whether each slide is a separate file or the deck is one document.', fields: {} },
  ManifestSlide: {
    of: 'One slide of a package.',
    fields: {
      index: 'The position of the slide, counted from 1.',
      id: 'The id of the slide.',
      label: 'The title of the slide.',
      file: 'The path of the HTML file in the package.',
      thumbnail: 'The path of a picture of the slide in the package.',
      notes: "The author's notes for the slide.",
      duration: 'The planned duration in seconds.',
      transition: 'The transition to the slide.',
    },
  },
  ManifestDimensions: {
    of: 'The size of a slide in slide units (CSS pixels).',
    fields: { width: 'The width.', height: 'The height.' },
  },
  ManifestTokens: { of: 'Design tokens of the deck, by name.', fields: {} },
  ManifestPlatform: {
    of: 'What the deck requires of the program that shows it.',
    fields: {
      minSchemaVersion: 'The oldest version of the format that can show the deck.',
      compatibleArchitectures: 'The architectures with which the deck works.',
    },
  },
  ManifestProvenance: {
    of: 'What the deck was converted from.',
    fields: {
      sourceKind: 'The kind of the source.',
      conversionMode: 'How the source was converted.',
      sourceEntry: 'The file that was converted.',
      converter: 'The program that converted the deck.',
    },
  },
  ManifestConverter: {
    of: 'The program that converted the deck.',
    fields: { name: 'The name of the program.', version: 'The version of the program.' },
  },
  ManifestCompat: {
    of: 'What the deck requires of the browser.',
    fields: { requires: 'The capabilities that the deck requires.', notes: 'A comment of the author.' },
  },
  ManifestOffline: {
    of: 'The record of a mirroring tool about external files that it added to the package.',
    fields: {
      ready: 'Whether the deck works without a network.',
      policy: 'The settings of the mirroring tool.',
      mirroredAt: 'When the files were mirrored.',
      mirroredAssets: 'The files that were added to the package.',
      skippedUrls: 'The addresses that were left out.',
    },
  },
  ManifestMirrorTool: {
    of: 'The mirroring tool.',
    fields: { name: 'The name of the tool.', version: 'The version of the tool.' },
  },
  ManifestMirrorPolicy: {
    of: 'The settings of the mirroring tool.',
    fields: {
      includeScripts: 'Whether scripts were mirrored.',
      includeIframes: 'Whether frames were mirrored.',
      maxAssetBytes: 'The largest file in bytes.',
      maxTotalBytes: 'The largest size of all files in bytes.',
      allowedHosts: 'The only hosts to mirror from.',
      blockedHosts: 'The hosts not to mirror from.',
    },
  },
  ManifestMirroredAsset: {
    of: 'A file that was added to the package.',
    fields: {
      originalUrl: 'Its original address.',
      path: 'Its path in the package.',
      contentHash: 'A hash of its content.',
      contentType: 'Its content type.',
      bytes: 'Its size in bytes.',
      fetchedAt: 'When it was fetched.',
      referencedBy: 'The paths of the files that use it.',
    },
  },
  ManifestSkippedUrl: {
    of: 'An address that was left out.',
    fields: { url: 'The address.', reason: 'Why it was left out.', detail: 'More about the reason.' },
  },
};
