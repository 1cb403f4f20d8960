import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeySignIn } from '#shared/passkeys.ts';
import { rest } from './rest.ts';

/** Whether this browser has keys that this page can use. They belong to host names, so there are none at an IP address. */
export function canUsePasskeys(): boolean {
  const isName = !/^[\d.]+$|^\[/.test(location.hostname);
  return isName && typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Lets the browser make a key. Null if the person does not want to, or has this key already. */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey['credential'] | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey }).catch(nullIfRefused);
  // The server validates it.
  return made === null ? null : ((made as PublicKeyCredential).toJSON() as NewPasskey['credential']);
}

/** Lets the person choose a key and unlock it. Null if they do not want to. */
export async function unlockPasskey(): Promise<PasskeySignIn | null> {
  // The server validates its answer; validating it here would add zod to the first load.
  const options = (await rest('POST', '/api/auth/sign-in/passkey/options')) as PasskeyRequest;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const used = await navigator.credentials.get({ publicKey }).catch(nullIfRefused);
  // The server validates it.
  return used === null ? null : { credential: (used as PublicKeyCredential).toJSON() as PasskeySignIn['credential'] };
}

/** Browsers do not tell a refusal from a timeout or a missing key (Web Authentication Level 3, 14.5.1). */
function nullIfRefused(fault: unknown): null {
  const isRefusal = fault instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(fault.name);
  if (isRefusal) return null;
  throw fault;
}
