import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeySignIn } from '#shared/passkeys.ts';
import { passkeyCreationSchema, passkeyRequestSchema } from '#shared/passkeys.ts';
import type { TestLectern } from './lectern.ts';
import type { TestUser } from './people.ts';

/** Bits of the flags in authenticator data (Web Authentication Level 3, 6.1). */
export const FLAGS = { present: 1, verified: 4, mayBeSynced: 8, synced: 16, hasKey: 64 } as const;
const UNLOCKED = FLAGS.present | FLAGS.verified;

/** What a passkey does differently from an honest one. */
export interface Deviation {
  readonly origin?: string;
  readonly type?: string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly userHandle?: string;
  /** A statement on who made the device. */
  readonly statement?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, unknown> };
}

/** What a new passkey needs to know of the options for it. */
interface Wanted {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

/** A passkey in software, with a key of P-256, which tests use in place of a device. */
export class SoftPasskey {
  readonly id = randomBytes(32).toString('base64url');
  /** How often it says that it has signed. */
  counter = 0;
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly #origin: string;
  #userHandle = '';

  /** @param origin the page that uses it */
  constructor(origin: string) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** What `navigator.credentials.create` returns. */
  create({ challenge, rp, user }: Wanted, deviation: Deviation = {}): NewPasskey['credential'] {
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const head = this.#head(rp.id, { flags: UNLOCKED | FLAGS.hasKey, ...deviation });
    const authData = Buffer.concat([head, Buffer.alloc(16), length, id, this.#publicKey()]);
    const attestation = new Map<string, unknown>([
      ['fmt', deviation.statement?.fmt ?? 'none'],
      ['attStmt', deviation.statement?.attStmt ?? new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestationObject: encoded(attestation).toString('base64url'),
      },
    };
  }

  /** What `navigator.credentials.get` returns. */
  sign({ challenge, rpId }: Pick<PasskeyRequest, 'challenge' | 'rpId'>, deviation: Deviation = {}): PasskeySignIn {
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const authenticatorData = this.#head(rpId, { flags: UNLOCKED, ...deviation });
    const signer = createSign('sha256').update(authenticatorData).update(sha256(clientData));
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signer.sign(this.#keys.privateKey).toString('base64url'),
      userHandle: deviation.userHandle ?? this.#userHandle,
    };
    return { credential: { ...this.#named(), response } };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin, type: otherType = type } = deviation;
    return Buffer.from(JSON.stringify({ type: otherType, challenge, origin, crossOrigin: false }));
  }

  /** Authenticator data without a key. */
  #head(rpId: string, { flags, rpId: otherId = rpId }: { flags: number; rpId?: string }): Buffer {
    const head = Buffer.alloc(37);
    sha256(otherId).copy(head);
    head.writeUInt8(flags, 32);
    head.writeUInt32BE(this.counter, 33);
    return head;
  }

  /** In COSE form (RFC 9053, 7.1.1): an elliptic curve (2), ES256 (-7), P-256 (1), and the point. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));
    return encoded(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    );
  }
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const encoded = (value: unknown): Buffer => Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]));

/** A passkey for pages of a server. */
export const aSoftPasskey = ({ address }: Pick<TestLectern, 'address'>): SoftPasskey =>
  new SoftPasskey(address.replace('127.0.0.1', 'localhost'));

/** Options for a new passkey of a user. */
export async function creationFor(lectern: TestLectern, user: Pick<TestUser, 'cookie'>): Promise<PasskeyCreation> {
  return passkeyCreationSchema.parse((await lectern.as(user).post('/api/me/passkeys/options', {})).body);
}

/** Options for a sign-in. */
export async function signInOptions(lectern: TestLectern): Promise<PasskeyRequest> {
  return passkeyRequestSchema.parse((await lectern.as(null).post('/api/auth/sign-in/passkey/options', {})).body);
}

/** Adds a passkey to the account of a user. */
export async function aPasskeyOf(lectern: TestLectern, user: Pick<TestUser, 'cookie'>): Promise<SoftPasskey> {
  const passkey = aSoftPasskey(lectern);
  const credential = passkey.create(await creationFor(lectern, user));
  const { status, text } = await lectern.as(user).post('/api/me/passkeys', { name: 'Laptop', credential });
  if (status !== 201) throw new Error(`the passkey was not added: ${text}`);
  return passkey;
}
