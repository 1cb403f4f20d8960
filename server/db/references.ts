import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#drizzle/schema/index.ts';
import {
  AppError,
  collectionNotFound,
  deckNotFound,
  linkNotFound,
  questionNotFound,
  talkNotFound,
  unauthenticated,
  unavailable,
  versionNotFound,
} from '#server/errors.ts';
import { foreignKeyViolation } from './faults.ts';

/**
 * The error for a write whose row refers to a row that was deleted in the meantime, by the table of the deleted row. Most writes
 * lock the rows they refer to (`access/hold-deck`, `auth/credentials`) and never get here.
 */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  // Rows that a request writes refer to the user who sent it.
  users: unauthenticated,
  sessions: unauthenticated,
  api_keys: unauthenticated,
  decks: deckNotFound,
  versions: versionNotFound,
  // Exports and jobs are deleted with their version.
  exports: versionNotFound,
  render_jobs: versionNotFound,
  collections: collectionNotFound,
  links: linkNotFound,
  talks: talkNotFound,
  talk_questions: questionNotFound,
  live_streams: () => new AppError('NOT_FOUND', 'This event stream has ended. Open it again.'),
  // Happens after a crash of the database; the next heartbeat writes the row again.
  live_instances: unavailable,
};

const BY_CONSTRAINT = new Map(
  Object.values<unknown>(schema)
    .filter((each) => is(each, PgTable))
    .flatMap((table) => getTableConfig(table).foreignKeys)
    .map((key) => [key.getName(), REFUSALS[getTableName(key.reference().foreignTable)]] as const),
);

/** The error for a write that refers to a deleted row; null for every other error. */
export function missingReference(error: unknown): AppError | null {
  const constraint = foreignKeyViolation(error);
  const refusal = constraint === null ? undefined : BY_CONSTRAINT.get(constraint);
  return refusal?.() ?? null;
}
