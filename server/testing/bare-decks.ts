import type { Sql } from 'postgres';

/**
 * Inserts private decks without versions, for tests of limits. Triggers do not fire, so the search index does not read thousands of decks
 * that have no package.
 *
 * @param ids where their ids begin, before a number from 1; without it they are random
 */
export async function insertBareDecks(sql: Sql, ownerId: string, count: number, ids?: string): Promise<void> {
  const id = ids === undefined ? sql`gen_random_uuid()` : sql`${ids}::text || n`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into decks (id, owner_id, title, visibility, current_version_id, fingerprint, slide_count, has_thumbnail)
      select ${id}, ${ownerId}, 'x', 'private', '', '', 1, false
      from generate_series(1, ${count}) n`;
  });
}
