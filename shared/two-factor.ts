import { z } from 'zod';
import { idSchema } from './ids.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';
import { SECOND_STEPS } from './two-factor-rules.ts';

/** A recovery code has 19 characters; people may add spaces. */
const CODE_MAX = 64;

const trustDevice = z.boolean().default(false).meta({
  description: 'Whether this browser needs no second step for 30 days. It still needs the password.',
});

export const secondStepSchema = z.object({
  method: z.enum(SECOND_STEPS).meta({ description: 'What `code` is: a code from an authenticator app, or a recovery code.' }),
  code: textSchema(CODE_MAX).meta({ description: 'The code. Spaces and hyphens do not matter.', examples: ['123456'] }),
  trustDevice,
});
export type SecondStep = z.infer<typeof secondStepSchema>;

export const trustedDeviceSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the trusted browser.' }),
    browser: z
      .string()
      .nullable()
      .meta({ description: 'The browser. Null if it is not known.', examples: ['Firefox'] }),
    system: z
      .string()
      .nullable()
      .meta({ description: 'The operating system. Null if it is not known.', examples: ['Linux'] }),
    createdAt: timestampSchema.meta({ description: 'Since when you trust it.' }),
    lastUsedAt: timestampSchema.meta({ description: 'When you last signed in there.' }),
    expiresAt: timestampSchema.meta({ description: 'When the trust ends.' }),
  })
  .meta({ id: 'TrustedDevice', description: 'A browser in which you need no second step.' });
export type TrustedDevice = z.infer<typeof trustedDeviceSchema>;
export const trustedDeviceTargetSchema = z.object({ id: idSchema.meta({ description: 'The id of the trusted browser.' }) });

/** `GET /api/me/two-factor`. */
export const twoFactorSchema = z
  .object({
    enabledAt: timestampSchema.nullable().meta({ description: 'Since when signing in needs a second step. Null: it does not.' }),
    required: z.boolean().meta({ description: 'Whether this server requires a second factor for your account.' }),
    app: z
      .object({ confirmedAt: timestampSchema.meta({ description: 'When the app was set up.' }) })
      .meta({ id: 'AuthenticatorApp', description: 'An app that shows codes.' })
      .nullable()
      .meta({ description: 'Your authenticator app. Null: you have none.' }),
    recoveryCodes: z.int().min(0).meta({ description: 'The number of recovery codes that you have not used.' }),
    trustedDevices: z.array(trustedDeviceSchema).meta({ description: 'Browsers that you trust, the newest first.' }),
  })
  .meta({ id: 'TwoFactor', description: 'How you sign in besides your password.' });
export type TwoFactor = z.infer<typeof twoFactorSchema>;

export const newAppSchema = z
  .object({
    secret: z.string().meta({ description: 'The secret in base32, to type into the app.' }),
    uri: z.string().meta({ description: 'The same as an address, to show as a QR code.' }),
  })
  .meta({
    id: 'NewAuthenticatorApp',
    description: 'A secret for an authenticator app. It counts when its first code is confirmed.',
  });

export const appConfirmationSchema = z.object({
  code: textSchema(CODE_MAX).meta({ description: 'The code that the app shows.', examples: ['123456'] }),
});

export const recoveryCodesSchema = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .meta({ description: 'New recovery codes, which are only shown once. Null: those that you have stay valid.' }),
  })
  .meta({ id: 'RecoveryCodes', description: 'Codes that replace your second factor when you have lost it. Each works once.' });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;
