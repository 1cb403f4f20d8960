import { z } from 'zod';
import { passwordSchema, userSchema } from './accounts.ts';
import { mailLanguageSchema } from './mail.ts';
import { emailSchema } from './people.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

/** A link that an admin has made, shown once. */
export const newPasswordResetSchema = z
  .object({
    user: userSchema
      .pick({ id: true, name: true, email: true })
      .meta({ id: 'ResetUser', description: 'The person who can set a new password with the link.' }),
    token: z.string().meta({ description: 'The token of the link. It is only shown once.' }),
    url: z.url().meta({ description: 'The link to give to the person. It is only shown once.' }),
    expiresAt: timestampSchema.meta({ description: 'When the link stops working.' }),
  })
  .meta({ id: 'NewPasswordReset', description: 'A link with which a person sets a new password.' });
export type NewPasswordReset = z.infer<typeof newPasswordResetSchema>;

/** A person who has forgotten their password asks for a link by mail. */
export const passwordResetRequestSchema = z.object({
  email: emailSchema.meta({ description: 'The address of the account.' }),
  language: mailLanguageSchema,
});
export type PasswordResetRequest = z.infer<typeof passwordResetRequestSchema>;

export const passwordResetSchema = z.object({
  token: textSchema(256).meta({ description: 'The token of the link: what follows the `#`.' }),
  newPassword: passwordSchema.meta({ description: 'The new password.' }),
  endKeys: z.boolean().default(false).meta({ description: 'Whether to revoke all API keys of the person.' }),
  endRemotes: z.boolean().default(false).meta({ description: 'Whether to disconnect the phones that control their talks.' }),
  endPasskeys: z.boolean().default(false).meta({ description: 'Whether to remove all passkeys of the person.' }),
});
export type PasswordReset = z.infer<typeof passwordResetSchema>;

/** Request and response of the page that sets a new password, which has the token of a link and no session. */
export const passwordResetInspectSchema = z.object({ token: textSchema(256) });
export const usablePasswordResetSchema = z.object({ email: z.string(), expiresAt: timestampSchema });
export type UsablePasswordReset = z.infer<typeof usablePasswordResetSchema>;
