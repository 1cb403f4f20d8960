import { z } from 'zod';
import { idSchema } from './ids.ts';
import { PASSKEY_NAME_MAX } from './limits.ts';
import { lineSchema, textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

/** Bytes as WebAuthn writes them in JSON (Web Authentication Level 3, 5.1: base64url without padding). */
const bytesSchema = (characters: number) =>
  z
    .string()
    .max(characters)
    .regex(/^[A-Za-z0-9_-]+$/);

/** Credential ids have at most 1,023 bytes (Web Authentication Level 3, 4). */
const credentialIdSchema = bytesSchema(1364).meta({ description: 'The id of the credential, in base64url.' });
const clientDataSchema = bytesSchema(4096).meta({ description: 'The client data, in base64url.' });

const typeSchema = z.literal('public-key').meta({ description: 'The only type there is.' });
const ofCredential = {
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: typeSchema,
};

export const passkeySchema = z
  .object({
    id: z.string().meta({ description: 'The id of the passkey.' }),
    name: z.string().meta({ description: 'What you call it.', examples: ['Laptop'] }),
    isSynced: z
      .boolean()
      .meta({ description: 'Whether it is copied to other devices of its owner, for example by a password manager.' }),
    createdAt: timestampSchema.meta({ description: 'When it was added.' }),
    lastUsedAt: timestampSchema.nullable().meta({ description: 'When it last signed you in. Null: never.' }),
  })
  .meta({ id: 'Passkey', description: 'A key on a device, or in a password manager, that signs you in without a password.' });
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyListSchema = z
  .object({ items: z.array(passkeySchema).meta({ description: 'Your passkeys, the newest first.' }) })
  .meta({ id: 'PasskeyList', description: 'Your passkeys.' });

export const passkeyTargetSchema = z.object({ id: idSchema.meta({ description: 'The id of the passkey.' }) });

const passkeyNameSchema = lineSchema(PASSKEY_NAME_MAX).meta({ description: 'What you call it.', examples: ['Laptop'] });

/** The answer of `navigator.credentials.create`, by its `toJSON`. */
export const newPasskeySchema = z.object({
  name: passkeyNameSchema,
  credential: z
    .object({
      ...ofCredential,
      response: z
        .object({
          clientDataJSON: clientDataSchema,
          attestationObject: bytesSchema(16_384).meta({ description: 'The attestation object, in base64url.' }),
        })
        .meta({ id: 'PasskeyAttestation', description: 'What the new passkey answered.' }),
    })
    .meta({
      id: 'NewPasskeyCredential',
      description: 'What `navigator.credentials.create` has returned, as JSON (`RegistrationResponseJSON`).',
    }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** The answer of `navigator.credentials.get`, by its `toJSON`. */
export const passkeySignInSchema = z.object({
  credential: z
    .object({
      ...ofCredential,
      response: z
        .object({
          clientDataJSON: clientDataSchema,
          authenticatorData: bytesSchema(4096).meta({ description: 'The authenticator data, in base64url.' }),
          signature: bytesSchema(4096).meta({ description: 'The signature, in base64url.' }),
          userHandle: textSchema(128).nullish().meta({ description: 'The user handle, in base64url.' }),
        })
        .meta({ id: 'PasskeyAssertion', description: 'What the passkey answered.' }),
    })
    .meta({
      id: 'PasskeyCredential',
      description: 'What `navigator.credentials.get` has returned, as JSON (`AuthenticationResponseJSON`).',
    }),
});
export type PasskeySignIn = z.infer<typeof passkeySignInSchema>;

const verificationSchema = z.literal('required').meta({ description: 'You must unlock the passkey.' });
const challengeSchema = z.string().meta({ description: 'What the key signs, in base64url. It works once, for five minutes.' });

export const passkeyCreationSchema = z
  .object({
    challenge: challengeSchema,
    rp: z
      .object({
        id: z.string().meta({ description: 'Its host name.' }),
        name: z.string().meta({ description: 'Its name.' }),
      })
      .meta({ id: 'PasskeyService', description: 'This service.' }),
    user: z
      .object({
        id: z.string().meta({ description: 'Your id, in base64url.' }),
        name: z.string().meta({ description: 'Your email address.' }),
        displayName: z.string().meta({ description: 'Your name.' }),
      })
      .meta({ id: 'PasskeyOwner', description: 'Your account.' }),
    pubKeyCredParams: z
      .array(
        z
          .object({ type: typeSchema, alg: z.int().meta({ description: 'The number of the algorithm in COSE (RFC 9053).' }) })
          .meta({ id: 'PasskeyAlgorithm', description: 'An algorithm of signatures.' }),
      )
      .meta({ description: 'The algorithms that this server knows, the preferred one first.' }),
    timeout: z.int().meta({ description: 'Milliseconds.' }),
    excludeCredentials: z
      .array(
        z
          .object({ type: typeSchema, id: credentialIdSchema })
          .meta({ id: 'ExistingPasskey', description: 'A passkey that the browser must not make again.' }),
      )
      .meta({ description: 'Passkeys that you have already.' }),
    authenticatorSelection: z
      .object({
        residentKey: z.literal('required').meta({ description: 'The passkey must be found without an email address.' }),
        userVerification: verificationSchema,
      })
      .meta({ id: 'PasskeyRequirements', description: 'What the passkey must be able to do.' }),
    attestation: z.literal('none').meta({ description: 'The server does not ask who made the device.' }),
  })
  .meta({
    id: 'PasskeyCreation',
    description: 'Options for `navigator.credentials.create`, as `parseCreationOptionsFromJSON` reads them.',
  });
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

export const passkeyRequestSchema = z
  .object({
    challenge: challengeSchema,
    rpId: z.string().meta({ description: 'The host name of this service.' }),
    timeout: z.int().meta({ description: 'Milliseconds.' }),
    userVerification: verificationSchema,
  })
  .meta({
    id: 'PasskeyRequest',
    description: 'Options for `navigator.credentials.get`, as `parseRequestOptionsFromJSON` reads them.',
  });
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;
