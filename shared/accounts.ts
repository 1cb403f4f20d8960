import { z } from 'zod';
import { idSchema } from './ids.ts';
import { emailSchema } from './invites.ts';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USER_NAME_MAX } from './limits.ts';
import { roleSchema } from './roles.ts';
import { lineSchema, textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

/** Passwords are taken as typed, never trimmed or cut. */
export const passwordSchema = textSchema(PASSWORD_MAX).min(PASSWORD_MIN);

export const signInSchema = z.object({ email: textSchema(EMAIL_MAX), password: textSchema(PASSWORD_MAX) });

export const signUpSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  inviteToken: z.string(),
  name: lineSchema(USER_NAME_MAX).optional().meta({ description: 'Default: the part of the address before the @' }),
});

export const userSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: roleSchema,
    createdAt: timestampSchema,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

export const passwordChangeSchema = z.object({
  currentPassword: textSchema(PASSWORD_MAX),
  newPassword: passwordSchema,
});

export const accountRenameSchema = z.object({ name: lineSchema(USER_NAME_MAX) });

/** Where somebody is signed in, as they see it themselves. */
export const ownSessionSchema = z
  .object({
    id: z.string(),
    browser: z
      .string()
      .nullable()
      .meta({ description: 'As far as it said so when it signed in', examples: ['Firefox'] }),
    system: z
      .string()
      .nullable()
      .meta({ examples: ['Linux'] }),
    createdAt: timestampSchema,
    lastUsedAt: timestampSchema.meta({ description: 'To five minutes' }),
    current: z.boolean().meta({ description: 'The one that asks' }),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const ownSessionListSchema = z.object({ items: z.array(ownSessionSchema) }).meta({ id: 'OwnSessionList' });
export const ownSessionTargetSchema = z.object({ id: idSchema });

/** `GET /api/auth/get-session`: who is signed in, or `null`. The session's secret is never part of it. */
export const currentSessionSchema = z
  .object({ session: z.object({ id: z.string(), createdAt: timestampSchema, expiresAt: timestampSchema }), user: userSchema })
  .meta({ id: 'CurrentSession' })
  .nullable();
export type CurrentSession = z.infer<typeof currentSessionSchema>;
