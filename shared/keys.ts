import { z } from 'zod';
import { idSchema } from './ids.ts';
import { KEY_DAYS_MAX, KEY_NAME_MAX, PASSWORD_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { lineSchema, textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

export const keyAccessSchema = z.enum(['read', 'full']).meta({
  id: 'KeyAccess',
  description:
    '`read`: the key can read and play decks. `full`: it can do what its owner can do, except for actions that need a session.',
});
export type KeyAccess = z.infer<typeof keyAccessSchema>;

export const apiKeySchema = z
  .object({
    id: z.string().meta({ description: 'The id of the key.' }),
    name: z.string().meta({ description: 'The name that you gave the key.' }),
    prefix: z.string().meta({ description: 'The first characters of the secret, to tell keys apart.' }),
    access: keyAccessSchema,
    createdAt: timestampSchema.meta({ description: 'When the key was created.' }),
    expiresAt: timestampSchema.nullable().meta({ description: 'When the key stops working. Null: never.' }),
    lastUsedAt: timestampSchema.nullable().meta({ description: 'When the key was last used. Null: never.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its secret.' });
export type ApiKey = z.infer<typeof apiKeySchema>;

export const newApiKeySchema = apiKeySchema
  .extend({ key: z.string().meta({ description: 'The secret. It is only shown once.' }) })
  .meta({ id: 'NewApiKey', description: 'A new API key with its secret.' });

export const keyListQuery = z.object(pageQuery);
export const keyListSchema = pageOf(apiKeySchema, 'ApiKeyPage', 'One page of API keys.');
export const keyTargetSchema = z.object({ id: idSchema.meta({ description: 'The id of the key.' }) });
export const keyCreateSchema = z.object({
  name: lineSchema(KEY_NAME_MAX).meta({ description: 'A name by which you recognize the key.' }),
  access: keyAccessSchema.default('full').meta({ description: 'What the key may do.' }),
  expiresInDays: z
    .int()
    .min(1)
    .max(KEY_DAYS_MAX)
    .optional()
    .meta({ description: 'The number of days until the key stops working. Left out: it does not expire.' }),
  password: textSchema(PASSWORD_MAX)
    .optional()
    .meta({ description: 'Your password. It is needed when you signed in more than an hour ago.' }),
});
