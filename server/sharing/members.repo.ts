import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { users, wordsOf } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { plannedWithValues } from '#server/db/prepared.ts';
import { decodeCursor, encodeCursor, toPage, type Page, type PageRequest } from '#server/pagination.ts';

export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface MemberFilter extends PageRequest {
  readonly query?: string | undefined;
}

const words = wordsOf(sql`${users.name} || ' ' || ${users.email}`);
const lowerName = sql`lower(${users.name})`;

/** SQL of the users who have an active account, as every user may look them up. */
export class MembersRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By name. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async page({ query, limit, cursor }: MemberFilter): Promise<Page<MemberRow>> {
    const list = JSON.stringify(['members', query ?? '']);
    const position = decodeCursor(list, cursor);
    const rows = await this.#db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(
        and(
          isNull(users.disabledAt),
          startsWord(query),
          position ? sql`(${lowerName}, ${users.id}) > (lower(${position.key}), ${position.id})` : undefined,
        ),
      )
      .orderBy(pageOrder(limit, lowerName, users.id));
    return toPage(rows, limit, (last) => encodeCursor(list, { key: last.name, id: last.id }));
  }
}

/** Users of whose name or email address a word starts with the query. */
function startsWord(query: string | undefined): SQL | undefined {
  const text = query?.trim() ?? '';
  if (text === '') return undefined;
  return plannedWithValues(sql`(${words}) like '%' || ${wordsOf(sql`${text}`)} || '%'`);
}
