import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { TestLectern } from '#server/testing/lectern.ts';
import { LiveClient } from '#server/testing/live-client.ts';
import type { TestUser } from '#server/testing/people.ts';

export interface Wish {
  /** The last number that the client has; null: none. */
  readonly since?: number | null;
  /** The id of the last event that the client has. */
  readonly after?: string | null;
  readonly streamId?: string;
}

type Proof = Pick<TestUser, 'cookie'> | { readonly key: string };

/** A client that watches decks until the test has finished. */
export function watch(
  { address }: Pick<TestLectern, 'address'>,
  who: Proof,
  deckIds: string | readonly string[],
  { since = null, after = null, streamId = randomUUID() }: Wish = {},
): LiveClient {
  const headers: Record<string, string> = 'key' in who ? { authorization: `Bearer ${who.key}` } : { cookie: who.cookie };
  const decks = [deckIds].flat().map((id) => ({ id, since }));
  const client = new LiveClient(address, headers, { streamId, decks }, after);
  onTestFinished(() => client.close());
  return client;
}

/** A client that watches the list of decks until the test has finished. */
export function watchLibrary({ address }: Pick<TestLectern, 'address'>, who: Pick<TestUser, 'cookie'>): LiveClient {
  const client = new LiveClient(address, { cookie: who.cookie }, { streamId: randomUUID(), decks: [], library: true });
  onTestFinished(() => client.close());
  return client;
}

export function aStroke(id: string = randomUUID()) {
  return { id, tool: 'pen', color: '#d9542b', width: 4, points: [[1, 2] as [number, number], [3, 4] as [number, number]] };
}
