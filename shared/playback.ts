import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestampSchema } from './time.ts';

export const playbackOpenSchema = z.object({ id: idSchema, versionId: idSchema.optional() });
export const playbackSchema = z
  .object({
    baseUrl: z.url().meta({ description: 'Package paths are relative to it; ends with a slash' }),
    expiresAt: timestampSchema,
  })
  .meta({ id: 'Playback' });
export type Playback = z.infer<typeof playbackSchema>;
