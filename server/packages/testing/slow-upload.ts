import { Readable } from 'node:stream';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import type { TestLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';

interface Wish {
  readonly user: TestUser;
  readonly path?: string;
  /** Bytes to announce as Content-Length: the true number unless said otherwise; null for none, which makes it chunked. */
  readonly announced?: number | null;
  readonly idempotencyKey?: string;
  /** How many bytes are kept back: the last one unless said otherwise. */
  readonly lastBytes?: number;
}

/** An upload of which the server has all but the end. */
export interface SlowUpload {
  readonly answer: Promise<Answer>;
  /** Sends the rest. */
  finish(): void;
  /** Breaks the connection. The answer rejects then. */
  leave(): void;
}

/** Begins an upload, and resolves once its first bytes are staged. */
export async function aSlowUpload(
  lectern: TestLectern,
  bytes: Uint8Array,
  { user, path = '/api/decks', announced, idempotencyKey, lastBytes = 1 }: Wish,
): Promise<SlowUpload> {
  const { headers, body } = anUpload(bytes);
  const rest = Promise.withResolvers<void>();
  async function* pieces() {
    yield body.subarray(0, -lastBytes);
    await rest.promise;
    yield body.subarray(-lastBytes);
  }
  const before = new Set((await lectern.leftovers()).temporary);
  const answer = lectern.as(user).send('POST', path, {
    headers: {
      ...headers,
      ...(announced === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': announced ?? body.length }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: Readable.from(pieces()),
  });
  answer.catch(() => undefined); // whoever waits for it sees it
  await eventually(async () => (await lectern.leftovers()).temporary.some((name) => !before.has(name)));
  return { answer, finish: () => rest.resolve(), leave: () => rest.reject(new Error('the client leaves')) };
}
