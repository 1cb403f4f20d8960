import { expect, it } from 'vitest';
import { openStream } from '#server/testing/event-stream.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { ownSessionListSchema } from '#shared/accounts.ts';

const lectern = await aLectern();
const { sql } = lectern.database;

it('a session ends after 90 days, however it was used, and so do its playback addresses', async () => {
  const user = await lectern.aUser();
  const other = await lectern.aSessionOf(user);
  const { id } = await lectern.aDeck({ owner: user });
  const { baseUrl } = (await lectern.as(user).get(`/api/decks/${id}/playback`)).body as { baseUrl: string };
  const path = `${new URL(baseUrl).pathname}slides/1.html`;
  await sql`update sessions set created_at = now() - interval '89 days' where id = ${user.sessionId}`;
  expect((await lectern.as(user).get('/api/decks')).status).toBe(200);
  expect((await lectern.send({ path })).status).toBe(200);
  const { body } = await lectern.as(user).get('/api/auth/get-session');
  const { session } = body as { session: { createdAt: string; expiresAt: string } };
  expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBeLessThanOrEqual(90 * 24 * 3_600_000);

  await sql`update sessions set created_at = now() - interval '90 days 1 second', expires_at = now() + interval '7 days'
    where id = ${user.sessionId}`;
  expectRefusal(await lectern.as(user).get('/api/decks'), 'UNAUTHENTICATED');
  expect((await lectern.as(user).get('/api/auth/get-session')).body).toBeNull();
  const listed = ownSessionListSchema.parse((await lectern.as(other).get('/api/auth/sessions')).body);
  expect(listed.items.map((each) => each.id)).toEqual([other.sessionId]);
  await using second = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir });
  expect((await second.send({ path })).status).toBe(404);
});

it('an event stream ends with its session after 90 days', async () => {
  const user = await lectern.aUser();
  const input = { streamId: crypto.randomUUID(), decks: [{ id: 'any', since: null }] };
  await using stream = await openStream(lectern.address, 'live.watch', { cookie: user.cookie, input });
  await stream.next();
  await sql`update sessions set created_at = now() - interval '90 days 1 second' where id = ${user.sessionId}`;
  expect(await stream.next()).toMatchObject({ event: 'serialized-error', data: { data: { code: 'UNAUTHENTICATED' } } });
});
