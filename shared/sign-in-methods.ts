import { z } from 'zod';
import { OIDC_NAME_MAX, RETURN_PATH_MAX } from './limits.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

const providerSchema = z
  .object({
    name: z
      .string()
      .max(OIDC_NAME_MAX)
      .meta({ description: 'What people call the provider.', examples: ['Example Login'] }),
    reachable: z.boolean().meta({ description: 'Whether this server could reach the provider when it last tried.' }),
  })
  .meta({ id: 'SignInProvider', description: 'A provider of OpenID Connect with which people sign in.' });

/** How people can sign in to this server. */
export const signInMethodsSchema = z
  .object({
    passwords: z.boolean().meta({ description: 'Whether people can sign in and join with a password.' }),
    mail: z.boolean().meta({ description: 'Whether this server sends mail: links to set a new password, and invites.' }),
    provider: providerSchema.nullable().meta({ description: 'The sign-in provider. Null: there is none.' }),
  })
  .meta({ id: 'SignInMethods', description: 'How people can sign in to this server.' });
export type SignInMethods = z.infer<typeof signInMethodsSchema>;

/** How a user signs in. */
export const ownSignInMethodsSchema = z
  .object({
    password: z.boolean().meta({ description: 'Whether you have a password.' }),
    identities: z
      .array(
        z
          .object({
            issuer: z.string().meta({ description: 'The address of the provider.', examples: ['https://login.example.com'] }),
            linkedAt: timestampSchema.meta({ description: 'When you first signed in with it.' }),
          })
          .meta({ id: 'OwnIdentity', description: 'A provider that knows you.' }),
      )
      .meta({ description: 'The providers with which you have signed in.' }),
  })
  .meta({ id: 'OwnSignInMethods', description: 'How you sign in.' });
export type OwnSignInMethods = z.infer<typeof ownSignInMethodsSchema>;

/** Begins a sign-in with the provider. */
export const oidcStartSchema = z.object({
  /** Where to go then. Anything but a path of this application is ignored. */
  to: textSchema(RETURN_PATH_MAX).optional(),
  /** For a new account. */
  inviteToken: textSchema(RETURN_PATH_MAX).optional(),
  /** Whether the provider should ask for the password again. */
  asksAgain: z.boolean().default(false),
});
