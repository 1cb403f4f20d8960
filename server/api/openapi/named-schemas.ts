import { manifestSchema } from 'deck-format';
import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { inkPayloadSchema, drawingPayloadSchema } from '#shared/ink.ts';
import { errorSchema } from './error-schemas.ts';

const { slides, dimensions, platform, provenance, offline, compat, tokens } = manifestSchema.shape;
const offlineSchema = offline.unwrap().unwrap();
const { mirrorTool, policy, mirroredAssets, skippedUrls } = offlineSchema.shape;
const provenanceSchema = provenance.unwrap().unwrap();

/** Schemas that get a name of their own, so that clients get one as well. Those of `#shared` bring theirs along. */
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

/** The payload of an annotation is any JSON, which no Zod schema of ours says: it is kept as text. */
export const PAYLOAD_SCHEMAS: Record<string, oas31.SchemaObject> = {
  AnnotationPayload: {
    description:
      'Any JSON value, as the very text that was sent. Where its `kind` is `lectern-ink@1` it is a drawing: an `InkPayload`.',
    anyOf: [{ $ref: '#/components/schemas/InkPayload' }, { $ref: '#/components/schemas/JsonValue' }],
  },
  NewAnnotationPayload: {
    description: 'Any JSON value. Where its `kind` is `lectern-ink@1` it is a drawing and must be a `NewInkPayload`.',
    anyOf: [{ $ref: '#/components/schemas/NewInkPayload' }, { $ref: '#/components/schemas/JsonValue' }],
  },
  // Written out: generators make little of a schema that is empty.
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

/** Of schemas and fields that the format library defines, which knows nothing of documents: what they are. */
export const MANIFEST_DESCRIPTIONS: Record<string, { readonly of: string; readonly fields: Readonly<Record<string, string>> }> = {
  Manifest: {
    of: 'What a package says of itself: its `manifest.json`, normalized. Fields that the format does not know are kept.',
    fields: {
      schema: 'The version of the format.',
      id: 'The id that the package gives itself.',
      version: 'The version that the package gives itself.',
      title: 'The title in the package.',
      subtitle: 'The subtitle.',
      author: 'The author.',
      description: 'What the deck is about.',
      createdAt: 'When the deck was made, as its author wrote it.',
      updatedAt: 'When the deck was last changed, as its author wrote it.',
      totalSlides: 'The number of slides.',
      slides: 'The slides, in order.',
      fonts: 'The fonts that the deck uses.',
      assets: 'The assets of the deck, in a form of its author.',
      runtime: 'What the deck needs to run, in a form of its author.',
      stats: 'Figures about the deck, in a form of its author.',
      tokens: 'Design tokens of the deck.',
      platform: 'What the deck asks of its reader.',
      provenance: 'What the deck was converted from.',
      offline: 'What a mirroring tool recorded.',
      compat: 'What the deck needs of the browser.',
    },
  },
  ManifestArchitecture: { of: 'Whether each slide is a file of its own or the deck is one document.', fields: {} },
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
    of: 'What the deck asks of its reader.',
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
    of: 'What the deck needs of the browser.',
    fields: { requires: 'The capabilities that the deck asks for.', notes: 'A remark of the author.' },
  },
  ManifestOffline: {
    of: 'What a mirroring tool recorded of the outside files that it put into the package.',
    fields: {
      ready: 'Whether the deck works without a network.',
      policy: 'What the mirroring tool was told to do.',
      mirroredAt: 'When the files were mirrored.',
      mirroredAssets: 'The files that were put into the package.',
      skippedUrls: 'The addresses that were left out.',
    },
  },
  ManifestMirrorTool: {
    of: 'The mirroring tool.',
    fields: { name: 'The name of the tool.', version: 'The version of the tool.' },
  },
  ManifestMirrorPolicy: {
    of: 'What the mirroring tool was told to do.',
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
    of: 'A file that was put into the package.',
    fields: {
      originalUrl: 'Where it came from.',
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
