import * as orval from '../generated/orval/zod.ts';
import { createKeyBodySchema } from '../generated/kubb/zod/createKeyBodySchema.ts';
import { errorSchema } from '../generated/kubb/zod/errorSchema.ts';
import { zDeckDetail, zError } from '../generated/hey-api/zod.gen.ts';

/** Parses a response with the Zod schemas of the generators. Throws if one of them refuses it. */
export function readDeck(deck: unknown): string[] {
  return [zDeckDetail.parse(deck).title, orval.GetDeckResponse.parse(deck).title];
}

/** Parses an error. Its code may be newer than the client. */
export function readCode(error: unknown): string[] {
  return [zError.parse(error).error.code, errorSchema.parse(error).error.code];
}

/** Whether the schemas accept a name. */
export function isName(name: string): boolean[] {
  return [orval.CreateKeyBody.safeParse({ name }).success, createKeyBodySchema.safeParse({ name }).success];
}
