import { z } from 'zod';
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

/** `GET /api/auth/get-session`: who is signed in, or `null`. The session's secret is never part of it. */
export const currentSessionSchema = z
  .object({ session: z.object({ id: z.string(), createdAt: timestampSchema, expiresAt: timestampSchema }), user: userSchema })
  .meta({ id: 'CurrentSession' })
  .nullable();
export type CurrentSession = z.infer<typeof currentSessionSchema>;
