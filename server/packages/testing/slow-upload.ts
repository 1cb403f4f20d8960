import { Readable } from 'node:stream';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import type { TestLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';

interface Wish {
  readonly user: TestUser;
  readonly path?: string;
  /** The Content-Length to announce. Default: the true size; null: none, which makes the upload chunked. */
  readonly announced?: number | null;
  readonly idempotencyKey?: string;
  /** How many bytes are held back. Default: the last one. */
  readonly lastBytes?: number;
}

/** An upload of which the server has received everything except the end. */
export interface SlowUpload {
  readonly answer: Promise<Answer>;
  /** Sends the rest. */
  finish(): void;
  /** Breaks the connection, so that `answer` rejects. */
  leave(): void;
}

/** Begins an upload, and resolves when its first bytes are staged. */
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
  answer.catch(() => undefined); // code that awaits it still sees the error
  await eventually(async () => (await lectern.leftovers()).temporary.some((name) => !before.has(name)));
  return { answer, finish: () => rest.resolve(), leave: () => rest.reject(new Error('the client leaves')) };
}
