import type { passkeys } from '#drizzle/schema/index.ts';
import type { NewPasskey, PasskeySignIn } from '#shared/passkeys.ts';

/** What a ceremony must belong to. */
interface Expected {
  /** The address of the application. */
  readonly origin: string;
  /** Whether a challenge was issued for this ceremony. */
  readonly isGood: (challenge: string) => boolean;
}

type Key = typeof passkeys.$inferSelect;
/** What is stored of a new key. */
type NewKey = Pick<Key, 'credentialId' | 'publicKey' | 'counter' | 'isSynced'>;

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): what devices offer. */
export const ALGORITHMS = [-8, -7, -257] as const;

/** Checks a new key (Web Authentication Level 3, 7.1). Null if anything is wrong with it. */
export async function verifyNewKey(credential: NewPasskey['credential'], { origin, isGood }: Expected): Promise<NewKey | null> {
  // Loaded when it is needed: most servers start without anyone adding a key.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const attestationObject = await withoutStatement(credential.response.attestationObject).catch(() => null);
  if (attestationObject === null) return null;
  const checked = await verifyRegistrationResponse({
    response: { ...credential, response: { ...credential.response, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: isGood,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    supportedAlgorithmIDs: [...ALGORITHMS],
  }).catch(() => null);
  if (checked?.verified !== true) return null;
  const { credential: key, credentialBackedUp: isSynced } = checked.registrationInfo;
  return {
    credentialId: key.id,
    publicKey: Buffer.from(key.publicKey).toString('base64url'),
    counter: key.counter,
    isSynced,
  };
}

/**
 * Takes the statement on who made the device out of an attestation object. We did not ask for it, and no rule depends on it. The library would
 * follow addresses in its certificates (lists of revoked ones) before it has verified them, so that a user could make the server send requests.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const plain = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(plain));
}

/** Checks what a key has signed (Web Authentication Level 3, 7.2). Returns what has changed in the key; null if anything is wrong. */
export async function verifyUse(
  credential: PasskeySignIn['credential'],
  key: Key,
  { origin, isGood }: Expected,
): Promise<Pick<Key, 'counter' | 'isSynced'> | null> {
  const { userHandle, ...response } = credential.response;
  // The device says whose key it is. The key of one person must not open the account of another.
  if (userHandle != null && Buffer.from(userHandle, 'base64url').toString() !== key.userId) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: isGood,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
  }).catch(() => null);
  if (checked?.verified !== true) return null;
  return { counter: checked.authenticationInfo.newCounter, isSynced: checked.authenticationInfo.credentialBackedUp };
}
