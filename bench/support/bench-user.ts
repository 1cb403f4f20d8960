import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import type { Lectern } from '#e2e/support/lectern.ts';

/** The request headers of a signed-in user: `cookie` and `origin`. */
export type Headers = Record<string, string>;

/** Creates the first admin of a new server. */
export async function signedIn(lectern: Lectern): Promise<Headers> {
  const inviteToken = new URL(await lectern.firstRunLink()).hash.slice(1);
  const headers = { origin: lectern.baseUrl, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'bench@example.test', password: randomBytes(16).toString('hex'), inviteToken });
  const response = await fetch(`${lectern.origin}/api/auth/sign-up/email`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The sign-up failed: ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { origin: lectern.baseUrl, cookie: cookies.join('; ') };
}

/** Uploads a package and returns the id of the new deck. */
export async function upload(lectern: Lectern, headers: Headers, file: string): Promise<string> {
  const body = new FormData();
  body.set('file', await openAsBlob(file), 'deck.stage');
  const response = await fetch(`${lectern.origin}/api/decks`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`The upload failed: ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  return id;
}
