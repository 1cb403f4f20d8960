import { z } from 'zod';
import { idSchema } from './ids.ts';
import { KEY_DAYS_MAX, KEY_NAME_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { lineSchema } from './text.ts';
import { timestampSchema } from './time.ts';

/** `read`: looks and plays, changes nothing. `full`: whatever its person may do, but for what wants a session. */
export const keyAccessSchema = z.enum(['read', 'full']);
export type KeyAccess = z.infer<typeof keyAccessSchema>;

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: 'The first part of the secret, to tell keys apart' }),
    access: keyAccessSchema,
    createdAt: timestampSchema,
    expiresAt: timestampSchema.nullable(),
    lastUsedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

export const newApiKeySchema = apiKeySchema
  .extend({ key: z.string().meta({ description: 'The secret; shown this once' }) })
  .meta({ id: 'NewApiKey' });

export const keyListQuery = z.object(pageQuery);
export const keyListSchema = pageOf(apiKeySchema, 'ApiKeyPage');
export const keyTargetSchema = z.object({ id: idSchema });
export const keyCreateSchema = z.object({
  name: lineSchema(KEY_NAME_MAX),
  access: keyAccessSchema.default('full'),
  expiresInDays: z.int().min(1).max(KEY_DAYS_MAX).optional(),
});
