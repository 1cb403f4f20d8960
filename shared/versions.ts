import { manifestSchema } from 'deck-format';
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { personSchema } from './roles.ts';
import { timestampSchema } from './time.ts';

/** SHA-256 over the package's bytes: the identity of a deck's content. */
export const fingerprintSchema = z
  .string()
  .regex(/^sha256-[0-9a-f]{64}$/)
  .meta({ examples: [`sha256-${'0123456789abcdef'.repeat(4)}`] });

export const deckVersionSchema = z
  .object({
    id: z.string(),
    number: z.int().min(1),
    fingerprint: fingerprintSchema,
    sizeBytes: z.int().min(0),
    slideCount: z.int().min(1),
    createdAt: timestampSchema,
    createdBy: personSchema,
    current: z.boolean(),
  })
  .meta({ id: 'DeckVersion' });
export type DeckVersion = z.infer<typeof deckVersionSchema>;

export const versionListSchema = z.object({ items: z.array(deckVersionSchema) }).meta({ id: 'VersionList' });
export const versionTargetSchema = z.object({ id: idSchema, versionId: idSchema });

/** What it takes to show a version that need not be the current one. */
export const versionDetailSchema = z.object({ version: deckVersionSchema, manifest: manifestSchema });
export type VersionDetail = z.infer<typeof versionDetailSchema>;
