import * as orval from '../generated/orval/zod.ts';
import { createKeyBodySchema } from '../generated/kubb/zod/createKeyBodySchema.ts';
import { errorSchema } from '../generated/kubb/zod/errorSchema.ts';
import { zDeckDetail, zError } from '../generated/hey-api/zod.gen.ts';

/** What the Zod schemas of three generators make of an answer. Throws where one of them does not take it. */
export function readDeck(deck: unknown): string[] {
  return [zDeckDetail.parse(deck).title, orval.GetDeckResponse.parse(deck).title];
}

/** Reads an error, also one with a code that came after the client was made. */
export function readCode(error: unknown): string[] {
  return [zError.parse(error).error.code, errorSchema.parse(error).error.code];
}

/** Whether a name passes before it is sent. */
export function isName(name: string): boolean[] {
  return [orval.CreateKeyBody.safeParse({ name }).success, createKeyBodySchema.safeParse({ name }).success];
}
