import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from '#server/testing/exchange.ts';
import type { TestLectern } from '#server/testing/lectern.ts';

/**
 * One of two admins demotes the other, but loses their own role before that request completes. Returns the response to that request.
 * There must be no other admin.
 */
export async function aDemotionTooLate(lectern: TestLectern): Promise<Answer> {
  const [first, second] = [await lectern.aUser({ role: 'admin' }), await lectern.aUser({ role: 'admin' })];
  const { sql } = lectern.database;
  const { asked } = await sql.begin(async (tx) => {
    await tx`select id from users where role = 'admin' for update`;
    const answer = lectern.as(first).patch(`/api/admin/users/${second.id}`, { role: 'user' });
    const waiting = () => sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await eventually(async () => (await waiting()).length > 0);
    await tx`update users set role = 'user' where id = ${first.id}`;
    // Wrapped in an object, so that the promise is not awaited before the transaction ends.
    return { asked: answer };
  });
  return asked;
}
