import { z } from 'zod';
import { idSchema } from './ids.ts';
import { INVITE_ADDRESSES_MAX, INVITE_HOURS_DEFAULT, INVITE_HOURS_MAX, INVITE_MESSAGE_MAX } from './limits.ts';
import { mailLanguageSchema } from './mail.ts';
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
    mail: z
      .enum(['none', 'sent', 'failed'])
      .meta({ id: 'InviteMail', description: 'Whether the link was mailed. `failed`: it was not; pass it on yourself.' }),
  })
  .meta({ id: 'NewInvite', description: 'A new invite with its token and its link.' });
export type NewInvite = z.infer<typeof newInviteSchema>;

export const inviteListQuery = z.object(pageQuery);
export const inviteListSchema = pageOf(inviteSchema, 'InvitePage', 'One page of invites.');
export const inviteTargetSchema = z.object({ id: idSchema.meta({ description: 'The id of the invite.' }) });

const wishFields = {
  role: roleSchema.default('user').meta({ description: 'The role of the person who joins with the invite.' }),
  expiresInHours: z
    .int()
    .min(1)
    .max(INVITE_HOURS_MAX)
    .default(INVITE_HOURS_DEFAULT)
    .meta({ description: 'The number of hours until the invite expires.' }),
  send: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the server mails the link. It needs an address and a server that sends mail.' }),
  message: textSchema(INVITE_MESSAGE_MAX).trim().default('').meta({ description: 'What the mail says besides.' }),
  language: mailLanguageSchema,
};

export const inviteCreateSchema = z.object({
  email: emailSchema
    .nullish()
    .meta({ description: 'The only address that may join with the invite. Null or left out: any address.' }),
  ...wishFields,
});
export const inviteSeveralSchema = z.object({
  emails: z
    .array(emailSchema)
    .min(1)
    .max(INVITE_ADDRESSES_MAX)
    .meta({ description: 'The addresses. Each gets an invite of its own, with which no other address can join.' }),
  ...wishFields,
});
export const newInvitesSchema = z
  .object({ items: z.array(newInviteSchema).meta({ description: 'One invite for each address, in order.' }) })
  .meta({ id: 'NewInvites', description: 'New invites with their tokens and links.' });

/** Request and response of the sign-up page, which has the token of an invite and no session. */
export const inviteInspectSchema = z.object({ token: textSchema(256) });
export const inviteInspectedSchema = z.object({
  role: roleSchema,
  email: z.string().nullable(),
  expiresAt: timestampSchema,
  /** Made on the server itself: the person can join with a password although passwords are switched off. */
  madeOnServer: z.boolean(),
});
