import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from '#server/testing/exchange.ts';
import type { TestLectern } from '#server/testing/lectern.ts';

/**
 * One of the two admins there are demotes the other, and is demoted before that is done: what the first then
 * gets to hear. There must be no other admin.
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
    // In an object: the promise is waited for once the transaction is over.
    return { asked: answer };
  });
  return asked;
}
