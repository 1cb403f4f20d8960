import { z } from 'zod';
import { userSchema } from './accounts.ts';
import { idSchema } from './ids.ts';
import { USER_NAME_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { roleSchema } from './roles.ts';
import { lineSchema } from './text.ts';

/** A person as admins see them. */
export const managedUserSchema = userSchema
  .extend({
    disabled: z.boolean().meta({ description: 'May not sign in; their keys do not work either' }),
    deckCount: z.int().min(0).meta({ description: 'Decks that would pass to whoever removes this person' }),
  })
  .meta({ id: 'ManagedUser' });
export type ManagedUser = z.infer<typeof managedUserSchema>;

export const userListQuery = z.object(pageQuery);
export const userListSchema = pageOf(managedUserSchema, 'UserPage');
export const userTargetSchema = z.object({ id: idSchema });
export const userUpdateSchema = userTargetSchema.extend({
  role: roleSchema.optional(),
  name: lineSchema(USER_NAME_MAX).optional(),
  disabled: z.boolean().optional(),
});
