import { z } from 'zod';
import type { Answer } from '#server/testing/exchange.ts';
import type { TestLectern } from '#server/testing/lectern.ts';
import type { ABrowser } from './a-browser.ts';

const startedSchema = z.object({ url: z.string() });

/** Begins a sign-in as the page does. Returns the provider's address, to which the page goes. */
export async function beginSignIn(lectern: TestLectern, browser: ABrowser, wish: object = {}): Promise<string> {
  const answer = await browser.post(`${lectern.address}/oidc/start`, wish);
  if (answer.status !== 200) throw new Error(`could not begin: ${answer.text}`);
  return startedSchema.parse(answer.body).url;
}

/** Begins a sign-in and lets the provider answer. Returns the address with the answer, which the browser has not opened yet. */
export async function answeredSignIn(lectern: TestLectern, browser: ABrowser, wish: object = {}): Promise<string> {
  const url = await beginSignIn(lectern, browser, wish);
  const { address } = await browser.open(url, (at) => at.startsWith(`${lectern.address}/oidc/callback`));
  return address;
}

/** Signs in. Returns the path to which the person is led. */
export async function signInWith(lectern: TestLectern, browser: ABrowser, wish: object = {}): Promise<string> {
  return ledTo(await browser.get(await answeredSignIn(lectern, browser, wish)));
}

/** Where an answer of `/oidc/callback` leads. It always leads somewhere. */
export function ledTo({ status, headers }: Pick<Answer, 'status' | 'headers'>): string {
  if (status !== 303) throw new Error(`the answer is no redirect: ${status}`);
  return headers.location ?? '';
}

/** The user of the browser's session; null if no one is signed in. */
export async function userOf(lectern: TestLectern, browser: ABrowser): Promise<unknown> {
  const { body } = await browser.get(`${lectern.address}/api/auth/get-session`);
  return z.object({ user: z.unknown() }).nullable().parse(body)?.user ?? null;
}
