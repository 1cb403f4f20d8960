import { z } from 'zod';
import { userSchema } from './accounts.ts';
import { idSchema } from './ids.ts';
import { USER_NAME_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { roleSchema } from './people.ts';
import { lineSchema } from './text.ts';

export const managedUserSchema = userSchema
  .extend({
    disabled: z
      .boolean()
      .meta({ description: 'Whether the account is disabled: the person cannot sign in and their API keys do not work.' }),
    twoFactor: z.boolean().meta({ description: 'Whether signing in as this person needs a second step.' }),
    deckCount: z.int().min(0).meta({
      description: 'The number of decks that the person owns. Removing the person transfers them to the admin who does it.',
    }),
  })
  .meta({ id: 'ManagedUser', description: 'A person as admins see them.' });
export type ManagedUser = z.infer<typeof managedUserSchema>;

export const userListQuery = z.object(pageQuery);
export const userListSchema = pageOf(managedUserSchema, 'UserPage', 'One page of people.');
export const userTargetSchema = z.object({ id: idSchema.meta({ description: 'The id of the person.' }) });
export const userUpdateSchema = userTargetSchema.extend({
  role: roleSchema.optional().meta({ description: 'The new role.' }),
  name: lineSchema(USER_NAME_MAX).optional().meta({ description: 'The new name.' }),
  disabled: z.boolean().optional().meta({ description: '`true` ends all sessions of the person and stops their API keys.' }),
});
