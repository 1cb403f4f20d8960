import { sql } from 'drizzle-orm';
import { apiKeys, decks, sessions, users } from '#drizzle/schema/index.ts';
import type { Credential } from '#server/auth/actor.ts';
import type { Database } from '#server/db/connect.ts';
import { readableBy } from './readable-by.ts';

/** SQL that checks who may currently read a deck, before events are sent. */
export class ReadersRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Checks many sessions and keys in one statement.
   *
   * @returns for the id of each valid credential: whether its user may read the deck
   */
  async among(deckId: string, credentials: readonly Credential[]): Promise<Map<string, boolean>> {
    if (credentials.length === 0) return new Map();
    const idsOf = (kind: Credential['kind']) => {
      const ids = credentials.filter((each) => each.kind === kind).map(({ id }) => id);
      return sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`;
    };
    const reads = sql`${decks.id} is not null`;
    const joinDeck = sql`left join ${decks} on ${decks.id} = ${deckId} and ${readableBy(users)}`;
    const rows = await this.#db.execute<{ id: string; reads: boolean }>(sql`
      select ${sessions.id} as id, ${reads} as reads from ${sessions}
      inner join ${users} on ${users.id} = ${sessions.userId} and ${users.disabledAt} is null
      ${joinDeck}
      where ${sessions.id} in ${idsOf('session')} and ${sessions.expiresAt} > now()
      union all
      select ${apiKeys.id} as id, ${reads} as reads from ${apiKeys}
      inner join ${users} on ${users.id} = ${apiKeys.userId} and ${users.disabledAt} is null
      ${joinDeck}
      where ${apiKeys.id} in ${idsOf('key')} and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`);
    return new Map(rows.map(({ id, reads: mayRead }) => [id, mayRead]));
  }
}
