import { z } from 'zod';
import { idSchema } from './ids.ts';
import { keyAccessSchema } from './keys.ts';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USER_NAME_MAX } from './limits.ts';
import { emailSchema, roleSchema } from './people.ts';
import { lineSchema, textSchema } from './text.ts';
import { timestampSchema } from './time.ts';
import { WITHHELD } from './two-factor-rules.ts';

/** Passwords are not trimmed or truncated. */
export const passwordSchema = textSchema(PASSWORD_MAX).min(PASSWORD_MIN);

export const signInSchema = z.object({
  email: textSchema(EMAIL_MAX).meta({ description: 'The email address of the account, in any case.' }),
  password: textSchema(PASSWORD_MAX).meta({ description: 'The password.' }),
});

export const signUpSchema = z.object({
  email: emailSchema.meta({ description: 'The email address of the new account. It is kept in lower case.' }),
  password: passwordSchema.meta({ description: 'The password of the new account.' }),
  inviteToken: z.string().meta({ description: 'The token of the invite: what follows the `#` in its link.' }),
  name: lineSchema(USER_NAME_MAX)
    .optional()
    .meta({ description: 'The name that other people see. Default: the part of the address before the @.' }),
});

export const userSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the person.' }),
    email: z.string().meta({ format: 'email', description: 'The email address, in lower case.' }),
    name: z.string().meta({ description: 'The name that other people see.' }),
    role: roleSchema,
    createdAt: timestampSchema.meta({ description: 'When the account was created.' }),
  })
  .meta({ id: 'User', description: 'A person with an account.' });
export type User = z.infer<typeof userSchema>;

/** `GET /api/me`. */
export const meSchema = z
  .object({
    user: userSchema.omit({ createdAt: true }).meta({ id: 'Self', description: 'The person who sent the request.' }),
    key: z
      .object({
        id: z.string().meta({ description: 'The id of the key.' }),
        name: z.string().meta({ description: 'The name of the key.' }),
        prefix: z.string().meta({ description: 'The first part of the secret, to tell keys apart.' }),
        access: keyAccessSchema.meta({ description: 'What the key may do.' }),
        expiresAt: timestampSchema.nullable().meta({ description: 'When the key stops working. Null: never.' }),
      })
      .meta({ id: 'OwnKey', description: 'The API key of a request.' })
      .nullable()
      .meta({ description: 'The API key of the request. Null if the request used a session.' }),
  })
  .meta({ id: 'Me', description: 'The person who sent the request, and the API key that was used.' });
export type Me = z.infer<typeof meSchema>;

export const passwordChangeSchema = z.object({
  currentPassword: textSchema(PASSWORD_MAX).meta({ description: 'The current password.' }),
  newPassword: passwordSchema.meta({ description: 'The new password.' }),
  endKeys: z.boolean().default(false).meta({ description: 'Whether to revoke all of your API keys.' }),
  endRemotes: z.boolean().default(false).meta({ description: 'Whether to disconnect the phones that control your talks.' }),
  endPasskeys: z.boolean().default(false).meta({ description: 'Whether to remove all of your passkeys.' }),
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** For changes that ask for the password again. See `REAUTHENTICATION_REQUIRED`. */
export const passwordConfirmationSchema = z.object({
  password: textSchema(PASSWORD_MAX)
    .optional()
    .meta({ description: 'Your password. Required if you signed in more than an hour ago.' }),
});

/** `POST /api/me/remove`. */
export const ownRemovalSchema = passwordConfirmationSchema.extend({
  decksTo: idSchema.nullable().meta({
    description:
      'The id of the person who gets your decks; those in your trash are deleted for good. Null: all of your decks are deleted for good.',
  }),
});
export type OwnRemoval = z.infer<typeof ownRemovalSchema>;

export const accountRenameSchema = z.object({
  name: lineSchema(USER_NAME_MAX).meta({ description: 'The new name.' }),
});

/** A session, as its owner sees it. */
export const ownSessionSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the session.' }),
    browser: z
      .string()
      .nullable()
      .meta({ description: 'The browser that signed in. Null if it is not known.', examples: ['Firefox'] }),
    system: z
      .string()
      .nullable()
      .meta({ description: 'The operating system. Null if it is not known.', examples: ['Linux'] }),
    createdAt: timestampSchema.meta({ description: 'When you signed in.' }),
    lastUsedAt: timestampSchema.meta({ description: 'When the session was last used, to within five minutes.' }),
    current: z.boolean().meta({ description: 'Whether this is the session of this request.' }),
  })
  .meta({ id: 'OwnSession', description: 'A place where you are signed in.' });
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const ownSessionListSchema = z
  .object({ items: z.array(ownSessionSchema).meta({ description: 'The sessions, most recently used first.' }) })
  .meta({ id: 'OwnSessionList', description: 'All places where you are signed in.' });
export const ownSessionTargetSchema = z.object({ id: idSchema.meta({ description: 'The id of the session.' }) });

/** `GET /api/auth/get-session`: the current session, or null. It does not contain the session token. */
export const currentSessionSchema = z
  .object({
    session: z
      .object({
        id: z.string().meta({ description: 'The id of the session.' }),
        createdAt: timestampSchema.meta({ description: 'When the person signed in.' }),
        expiresAt: timestampSchema.meta({ description: 'When the session ends unless it is used before.' }),
      })
      .meta({ id: 'Session', description: "A browser's sign-in." }),
    user: userSchema,
    withheld: z.enum(WITHHELD).nullable().meta({
      description:
        'What the server refuses until you have set up a second factor, which it requires: the rights of an admin, or everything else. Null: nothing.',
    }),
  })
  .meta({ id: 'CurrentSession', description: 'The session and the person of this request.' })
  .nullable();
export type CurrentSession = z.infer<typeof currentSessionSchema>;
