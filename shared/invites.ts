import { z } from 'zod';
import { idSchema } from './ids.ts';
import { EMAIL_MAX, INVITE_HOURS_DEFAULT, INVITE_HOURS_MAX } from './limits.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { personSchema, roleSchema } from './roles.ts';
import { timestampSchema } from './time.ts';

/** Addresses are compared, stored and shown in lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(EMAIL_MAX).pipe(z.email());

export const inviteSchema = z
  .object({
    id: z.string(),
    role: roleSchema,
    email: z.string().nullable().meta({ description: 'The only address it is good for; null: any' }),
    status: z.enum(['unused', 'used', 'expired']),
    createdAt: timestampSchema,
    expiresAt: timestampSchema,
    createdBy: personSchema.nullable().meta({ description: 'null: made by the server for the first admin' }),
    usedAt: timestampSchema.nullable(),
    usedBy: personSchema.nullable(),
  })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof inviteSchema>;

export const newInviteSchema = inviteSchema
  .extend({
    token: z.string().meta({ description: 'Shown this once' }),
    url: z.url().meta({ description: 'The link to hand over; shown this once' }),
  })
  .meta({ id: 'NewInvite' });

export const inviteListQuery = z.object(pageQuery);
export const inviteListSchema = pageOf(inviteSchema, 'InvitePage');
export const inviteTargetSchema = z.object({ id: idSchema });
export const inviteCreateSchema = z.object({
  role: roleSchema.default('user'),
  email: emailSchema.nullish(),
  expiresInHours: z.int().min(1).max(INVITE_HOURS_MAX).default(INVITE_HOURS_DEFAULT),
});

/** What the join page may know about the invite whose token it holds. */
export const inviteInspectSchema = z.object({ token: z.string().max(256) });
export const inviteInspectedSchema = z.object({ role: roleSchema, email: z.string().nullable(), expiresAt: timestampSchema });
