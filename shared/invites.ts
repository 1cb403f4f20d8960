import { z } from 'zod';
import { idSchema } from './ids.ts';
import { INVITE_HOURS_DEFAULT, INVITE_HOURS_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { emailSchema, personSchema, roleSchema } from './people.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

export const inviteSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the invite.' }),
    role: roleSchema.meta({ description: 'The role of the person who joins with the invite.' }),
    email: z.string().nullable().meta({ description: 'The only address that may join with the invite. Null: any address.' }),
    status: z
      .enum(['unused', 'used', 'expired'])
      .meta({ id: 'InviteStatus', description: 'Whether the invite can still be used.' }),
    createdAt: timestampSchema.meta({ description: 'When the invite was created.' }),
    expiresAt: timestampSchema.meta({ description: 'When the invite expires.' }),
    createdBy: personSchema.nullable().meta({ description: 'Who created the invite. Null: the server, for the first admin.' }),
    usedAt: timestampSchema.nullable().meta({ description: 'When someone joined with the invite.' }),
    usedBy: personSchema
      .extend({ email: z.string().meta({ description: 'The address of the account.' }) })
      .meta({ id: 'PersonWithAddress', description: 'A person with their address, as admins see them.' })
      .nullable()
      .meta({ description: 'Who joined with the invite.' }),
  })
  .meta({ id: 'Invite', description: 'An invite, valid for one new account.' });
export type Invite = z.infer<typeof inviteSchema>;

export const newInviteSchema = inviteSchema
  .extend({
    token: z.string().meta({ description: 'The token of the invite. It is only shown once.' }),
    url: z.url().meta({ description: 'The link to send to the person. It is only shown once.' }),
  })
  .meta({ id: 'NewInvite', description: 'A new invite with its token and its link.' });

export const inviteListQuery = z.object(pageQuery);
export const inviteListSchema = pageOf(inviteSchema, 'InvitePage', 'One page of invites.');
export const inviteTargetSchema = z.object({ id: idSchema.meta({ description: 'The id of the invite.' }) });
export const inviteCreateSchema = z.object({
  role: roleSchema.default('user').meta({ description: 'The role of the person who joins with the invite.' }),
  email: emailSchema
    .nullish()
    .meta({ description: 'The only address that may join with the invite. Null or left out: any address.' }),
  expiresInHours: z
    .int()
    .min(1)
    .max(INVITE_HOURS_MAX)
    .default(INVITE_HOURS_DEFAULT)
    .meta({ description: 'The number of hours until the invite expires.' }),
});

/** Request and response of the sign-up page, which has the token of an invite and no session. */
export const inviteInspectSchema = z.object({ token: textSchema(256) });
export const inviteInspectedSchema = z.object({
  role: roleSchema,
  email: z.string().nullable(),
  expiresAt: timestampSchema,
  /** Made on the server itself: the person can join with a password although passwords are switched off. */
  madeOnServer: z.boolean(),
});
