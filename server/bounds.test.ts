import { readFile } from 'node:fs/promises';
import type { PgTable } from 'drizzle-orm/pg-core';
import { getTableName, is } from 'drizzle-orm';
import { PgTable as Table } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '#drizzle/schema/index.ts';
import { Viewer } from '#server/playback/testing/viewer.ts';
import { procedures, Stage } from '#server/talks/testing/stage.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { insertBareDecks } from '#server/testing/bare-decks.ts';
import * as limits from '#shared/limits.ts';

type Schema = typeof schema;
type TableName = { [Name in keyof Schema]: Schema[Name] extends PgTable ? Name : never }[keyof Schema];

/**
 * Every table with its limits. A table has none if its rows are limited by those of another table, or by what admins and processes do;
 * docs/self-hosting.md explains it. A new table without an entry does not compile, and fails the first test.
 */
const BOUNDS: Readonly<Record<TableName, readonly (keyof typeof limits)[]>> = {
  users: [],
  sessions: ['SESSIONS_MAX'],
  accounts: [],
  verifications: [],
  rateLimits: [],
  invites: ['INVITES_UNUSED_MAX', 'INVITES_EXPIRED_DAYS'],
  passwordResets: [],
  authenticatorApps: [],
  passkeys: ['PASSKEYS_MAX'],
  recoveryCodes: ['RECOVERY_CODES'],
  trustedDevices: ['TRUSTED_DEVICES_MAX'],
  pendingSignIns: ['PENDING_SIGN_INS_MAX'],
  decks: ['DECKS_MAX'],
  deckExports: ['EXPORTS_UNDER_WAY_MAX', 'EXPORTS_KEPT_MAX', 'EXPORTS_KEPT_MAX_BYTES', 'EXPORT_MAX_BYTES'],
  deckOpenings: ['OPENINGS_MAX'],
  collections: ['COLLECTIONS_MAX'],
  collectionDecks: ['COLLECTION_DECKS_MAX'],
  deckStars: ['STARS_MAX'],
  deckPeople: ['DECK_PEOPLE_MAX', 'SHARED_DECKS_MAX'],
  versions: ['VERSIONS_MAX'],
  packages: [],
  slides: [],
  packageTexts: ['PACKAGE_TEXTS_MAX', 'PACKAGE_TEXT_MAX'],
  searchDue: [],
  searchEntries: [],
  searchDecks: [],
  slideDigests: [],
  deckFeeds: [],
  notes: ['DECK_WRITTEN_SLIDES_MAX', 'DECK_NOTES_MAX_BYTES'],
  noteHistory: ['NOTE_STATES_MAX', 'DECK_NOTE_STATES_MAX'],
  annotations: ['DECK_WRITTEN_SLIDES_MAX', 'DECK_DRAWINGS_MAX_BYTES'],
  strokes: ['INK_STROKES_MAX', 'INK_SLIDE_MAX_BYTES', 'INK_ERASED_MAX', 'INK_ERASED_DAYS'],
  apiKeys: ['KEYS_MAX'],
  idempotencyKeys: [],
  links: ['LINKS_MAX'],
  visits: ['VISITS_OF_DAY_MAX'],
  visitSalts: [],
  visitorHashes: [],
  visitDays: [],
  visitSlideDays: [],
  visitReferrerDays: ['VISIT_REFERRERS_MAX'],
  renderJobs: [],
  renderedSlides: ['SLIDES_SHOWN_MAX', 'VERSION_TEXT_MAX'],
  requestedPictures: ['REQUESTED_PICTURES_MAX', 'REQUESTED_PICTURES_MAX_BYTES'],
  playbackGrants: ['PLAYBACK_GRANTS_MAX', 'LINK_PLAYBACK_GRANTS_MAX'],
  deckTrust: ['DECK_TRUST_MAX'],
  deckSettings: [],
  talks: ['TALKS_ENDED_MAX'],
  talkQuestions: ['QUESTIONS_OF_TALK_MAX', 'QUESTIONS_OF_ASKER_MAX'],
  talkQuestionVotes: ['QUESTION_VOTES_MAX'],
  talkPairings: [],
  talkRemotes: [],
  talkAudiences: [],
  liveInstances: [],
  liveStreams: [],
  presences: [],
  auditEvents: ['AUDIT_EVENTS_MAX', 'AUDIT_ANONYMOUS_EVENTS_MAX'],
  backups: ['BACKUPS_MAX'],
};

const LIMITS = { ...limits };

/** A limit as it is written in documents: `10,000`, `64 MiB`. */
function inWords(name: keyof typeof limits): string {
  const value = LIMITS[name];
  return name.endsWith('_BYTES') ? `${value / limits.MIB} MiB` : value.toLocaleString('en');
}

const lectern = await aLectern();
const { sql } = lectern.database;
const countOf = async (table: string, condition: ReturnType<typeof sql>): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from ${sql(table)} where ${condition}`;
  return row?.count ?? 0;
};

describe('every table', () => {
  const tables = Object.entries(schema).flatMap(([name, table]) => (is(table, Table) ? [{ name, table }] : []));

  it('has an entry', async () => {
    expect(Object.keys(BOUNDS).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    const rows = await sql<{ name: string }[]>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    expect(tables.map(({ table }) => getTableName(table)).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it.each(tables)('has a row in the documentation, with its limits: $name', async ({ name, table }) => {
    const guide = await readFile('docs/self-hosting.md', 'utf8');
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${getTableName(table)}\` `)) ?? '';
    expect(row).not.toBe('');
    // The first test checks that the keys of the record are the names of the tables.
    for (const limit of BOUNDS[name as TableName]) expect(row).toContain(inWords(limit));
  });
});

describe('the number per user is limited', () => {
  it('of decks, even with simultaneous uploads', async () => {
    const owner = await lectern.aUser();
    await insertBareDecks(sql, owner.id, limits.DECKS_MAX - 2);
    const upload = async (title: string) =>
      lectern.as(owner).send('POST', '/api/decks', anUpload(await aPackage({ title }), { visibility: 'private' }));
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(upload));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expect(expectRefusal(answer, 'LIMIT_REACHED')).toEqual({ limit: limits.DECKS_MAX });
    expect((await lectern.leftovers()).blobs).toHaveLength((await lectern.leftovers()).versions);
    await sql`delete from decks where id = (select id from decks where owner_id = ${owner.id} and title = 'x' limit 1)`;
    expect((await upload('e')).status).toBe(201);
    await sql`delete from decks where owner_id = ${owner.id}`;
  });

  it('of decisions about trust: the oldest one is removed', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    await sql`insert into deck_trust (user_id, fingerprint, hosts, updated_at)
      select ${owner.id}, 'print-' || n, '{}', now() - make_interval(secs => n) from generate_series(1, ${limits.DECK_TRUST_MAX}) n`;
    expect((await new Viewer(lectern, { cookie: owner.cookie }).setTrust(id, { hosts: ['fonts.example'] })).status).toBe(200);
    expect(await countOf('deck_trust', sql`user_id = ${owner.id}`)).toBe(limits.DECK_TRUST_MAX);
    expect(await countOf('deck_trust', sql`fingerprint = ${`print-${limits.DECK_TRUST_MAX}`}`)).toBe(0);
  });

  it('of decks with a last place: the one opened longest ago is removed', async () => {
    const owner = await lectern.aUser();
    const { id: deckId, currentVersionId: versionId } = await lectern.aDeck({ owner });
    await insertBareDecks(sql, owner.id, limits.OPENINGS_MAX, 'opened-');
    await sql`insert into deck_openings (user_id, deck_id, slide_key, slide_index, opened_at)
      select ${owner.id}, 'opened-' || n, 'x', 0, now() - make_interval(secs => n) from generate_series(1, ${limits.OPENINGS_MAX}) n`;
    const save = { deckId, versionId, place: { slideIndex: 1, inner: null }, innerName: null };
    await procedures(lectern, owner).call('openings.save', save);
    await procedures(lectern, owner).call('openings.save', save);
    expect(await countOf('deck_openings', sql`user_id = ${owner.id}`)).toBe(limits.OPENINGS_MAX);
    expect(await countOf('deck_openings', sql`deck_id = ${`opened-${limits.OPENINGS_MAX}`}`)).toBe(0);
    await sql`delete from decks where owner_id = ${owner.id}`;
    expect(await countOf('deck_openings', sql`user_id = ${owner.id}`)).toBe(0);
  });

  it('of playback addresses per session: the one that expires first is removed', async () => {
    const owner = await lectern.aUser();
    const deck = await lectern.aDeck({ owner });
    await sql`insert into playback_grants (token_hash, version_id, session_id, expires_at)
      select 'grant-' || n, ${deck.currentVersionId}, ${owner.sessionId}, now() + make_interval(secs => n)
      from generate_series(1, ${limits.PLAYBACK_GRANTS_MAX}) n`;
    const address = await new Viewer(lectern, { cookie: owner.cookie }).open(deck.id);
    expect(address).toContain('/play/');
    expect(await countOf('playback_grants', sql`session_id = ${owner.sessionId}`)).toBe(limits.PLAYBACK_GRANTS_MAX);
    expect(await countOf('playback_grants', sql`token_hash = 'grant-1'`)).toBe(0);
  });

  it('of audit events of one kind: the user’s oldest one is removed, and none of other users', async () => {
    const [person, other] = [await lectern.aUser(), await lectern.aUser()];
    const insert = (id: string, count: number, kind: string) => sql`
      insert into audit_events (id, at, kind, actor_id, actor_name, details)
      select ${id} || n, now() - make_interval(secs => n), ${kind}, ${id}, 'x', '{}' from generate_series(1, ${count}::int) n`;
    await insert(person.id, limits.AUDIT_EVENTS_MAX, 'key.created');
    await insert(other.id, 3, 'key.created');
    const [oldest] = [`${person.id}${limits.AUDIT_EVENTS_MAX}`];
    expect((await lectern.as(person).post('/api/keys', { name: 'x' })).status).toBe(201);
    expect(await countOf('audit_events', sql`actor_id = ${person.id}`)).toBe(limits.AUDIT_EVENTS_MAX);
    expect(await countOf('audit_events', sql`id = ${oldest}`)).toBe(0);
    expect(await countOf('audit_events', sql`actor_id = ${other.id}`)).toBe(3);
  });
});

it('the number of audit events of one kind by clients without a session is limited: the oldest one is removed', async () => {
  await sql`insert into audit_events (id, at, kind, details)
    select 'client-' || n, now() - make_interval(secs => n), 'session.refused', '{}'
    from generate_series(1, ${limits.AUDIT_ANONYMOUS_EVENTS_MAX}) n`;
  const signIn = await lectern.as(null).post('/api/auth/sign-in/email', { email: 'no@example.com', password: 'wrong password' });
  expectRefusal(signIn, 'INVALID_CREDENTIALS');
  const left = await countOf('audit_events', sql`kind = 'session.refused' and actor_id is null`);
  expect(left).toBe(limits.AUDIT_ANONYMOUS_EVENTS_MAX);
  expect(await countOf('audit_events', sql`id = ${`client-${limits.AUDIT_ANONYMOUS_EVENTS_MAX}`}`)).toBe(0);
});

describe('the amount per deck is limited', () => {
  it('of versions', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    await sql`update versions set number = ${limits.VERSIONS_MAX} where deck_id = ${id}`;
    const answer = await lectern.as(owner).send('POST', `/api/decks/${id}/versions`, anUpload(await aPackage({ title: 'Next' })));
    expect(expectRefusal(answer, 'LIMIT_REACHED')).toEqual({ limit: limits.VERSIONS_MAX });
  });

  it.each([
    ['notes', limits.DECK_NOTES_MAX_BYTES, { body: 'x'.repeat(60) }],
    ['annotations', limits.DECK_DRAWINGS_MAX_BYTES, { payload: 'x'.repeat(60) }],
  ] as const)('of bytes of %s, even with simultaneous writes; deleting is never refused', async (part, max, body) => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner, slides: 4 });
    const at = (slide: number) => `/api/decks/${id}/${part}/${slide}`;
    const api = lectern.as(owner);
    expect((await api.put(at(0), body)).status).toBe(200);
    await sql`update ${sql(part)} set bytes = ${max - 100} where deck_id = ${id}`;
    const answers = await Promise.all([1, 2, 3].map((slide) => api.put(at(slide), body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) expect(expectRefusal(answer, 'LIMIT_REACHED')).toEqual({ limit: max });
    const { items } = (await api.get(`/api/decks/${id}/${part}`)).body as { items: unknown[] };
    expect(items).toHaveLength(2);
    const free = [1, 2, 3].find((slide) => answers[slide - 1]?.status !== 200) ?? 0;
    expect((await api.delete(at(0))).status).toBe(204);
    expect((await api.put(at(free), body)).status).toBe(200);
  });

  it('of bytes of strokes; erasing is never refused', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    const stroke = (strokeId: string) => ({ id: strokeId, tool: 'pen', color: 'red', width: 4, points: [[1, 2]] });
    const draw = (slide: number, batch: object) => lectern.as(owner).post(`/api/decks/${id}/annotations/${slide}/strokes`, batch);
    expect((await draw(0, { add: [stroke('a'), stroke('b')] })).status).toBe(200);
    const [kept] = await sql`select bytes from annotations where deck_id = ${id}`;
    const [drawn] = await sql`select sum(octet_length(shape))::int as bytes from strokes where deck_id = ${id}`;
    expect(kept?.['bytes']).toBeGreaterThanOrEqual(drawn?.['bytes'] as number);
    await sql`insert into annotations (deck_id, slide_key, revision, updated_at, bytes)
      values (${id}, 'of an old version', 1, now(), ${limits.DECK_DRAWINGS_MAX_BYTES})`;
    expectRefusal(await draw(1, { add: [stroke('c')] }), 'LIMIT_REACHED');
    expectRefusal(await draw(0, { add: [stroke('c')], erase: ['b'] }), 'LIMIT_REACHED');
    expect((await draw(0, { erase: ['a'] })).status).toBe(200);
    expect(await sql`select id from strokes where deck_id = ${id} and shape is not null`).toEqual([{ id: 'b' }]);
    await sql`update annotations set bytes = 0 where deck_id = ${id} and slide_key = 'of an old version'`;
    expect((await draw(1, { add: [stroke('c')] })).status).toBe(200);
  });

  it('of slides with notes, over all versions', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    const api = lectern.as(owner);
    expect((await api.put(`/api/decks/${id}/notes/0`, { body: 'First' })).status).toBe(200);
    await sql`insert into notes (deck_id, slide_key, revision, updated_at)
      select ${id}, 'old-' || n, 1, now() from generate_series(1, ${limits.DECK_WRITTEN_SLIDES_MAX - 1}) n`;
    expect(expectRefusal(await api.put(`/api/decks/${id}/notes/1`, { body: 'Second' }), 'LIMIT_REACHED')).toEqual({
      limit: limits.DECK_WRITTEN_SLIDES_MAX,
    });
    expect((await api.put(`/api/decks/${id}/notes/0`, { body: 'Changed' })).status).toBe(200);
    // Deck code can make up any number of inner slides, so they count as well.
    const inner = await api.put(`/api/decks/${id}/notes/0?inner=id:a`, { body: 'Third' });
    expect(expectRefusal(inner, 'LIMIT_REACHED')).toEqual({ limit: limits.DECK_WRITTEN_SLIDES_MAX });
  });

  it('of states of its notes: the oldest one is removed', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    await sql`insert into note_history (deck_id, slide_key, revision, body, began_at, changed_at)
      select ${id}, 'old-' || n, 1, 'x', now(), now() - make_interval(secs => n) from generate_series(1, ${limits.DECK_NOTE_STATES_MAX}) n`;
    expect((await lectern.as(owner).put(`/api/decks/${id}/notes/0`, { body: 'New' })).status).toBe(200);
    expect(await countOf('note_history', sql`deck_id = ${id}`)).toBe(limits.DECK_NOTE_STATES_MAX);
    expect(await countOf('note_history', sql`deck_id = ${id} and body = 'New'`)).toBe(1);
    expect(await countOf('note_history', sql`deck_id = ${id} and slide_key = ${`old-${limits.DECK_NOTE_STATES_MAX}`}`)).toBe(0);
  });

  it('of ended talks: the one that ended first is removed', async () => {
    const stage = new Stage(lectern);
    const { presenter, deck, talk } = await stage.aPresenter();
    await procedures(lectern, presenter).call('talks.end', { talkId: talk.id });
    await sql`insert into talks (id, deck_id, version_id, place, elapsed_ms, revision, moved_by, started_at, seen_at, ended_at, seq)
      select 'ended-' || n, deck_id, version_id, place, 0, 1, '', now(), now(), now(), 1000 + n from talks, generate_series(1, ${limits.TALKS_ENDED_MAX}) n
      where id = ${talk.id}`;
    await stage.aTalk(presenter, deck);
    expect(await countOf('talks', sql`deck_id = ${deck.id} and ended_at is not null`)).toBe(limits.TALKS_ENDED_MAX);
    expect(await countOf('talks', sql`id = ${talk.id} and ended_at is not null`)).toBe(0);
  });
});

describe('what has expired', () => {
  it('is removed at the start of a server and then every hour: sessions, and other rows after some time', async () => {
    const admin = await lectern.aUser({ role: 'admin' });
    const { id: deckId, currentVersionId } = await lectern.aDeck({ owner: admin });
    await sql`insert into rate_limits (key, points, expire) values ('expired', 1, now() - interval '1 second')`;
    await sql`insert into audit_events (id, at, kind, details) values ('expired', now() - interval '366 days', 'session.ended', '{}')`;
    await sql`insert into playback_grants (token_hash, version_id, session_id, expires_at)
      values ('expired', ${currentVersionId}, ${admin.sessionId}, now() - interval '1 second')`;
    await sql`insert into idempotency_keys (user_id, route, key, digest, created_at, holder, lease_until)
      values (${admin.id}, 'POST /api/decks', 'expired', '', now() - interval '25 hours', '', now() - interval '25 hours')`;
    await sql`insert into strokes (deck_id, slide_key, id, created_at, erased_at)
      values (${deckId}, 'x', 'expired', now(), now() - make_interval(days => ${limits.INK_ERASED_DAYS + 1}))`;
    const [expired, alive] = [await lectern.aSessionOf(admin), await lectern.aSessionOf(admin)];
    await sql`update sessions set expires_at = now() - interval '1 second' where id = ${expired.sessionId}`;
    const invite = (id: string, days: number, usedAt: string | null) => sql`
      insert into invites (id, token_hash, role, expires_at, created_by_id, used_at)
      values (${id}, ${id}, 'user', now() - make_interval(days => ${days}::int), ${admin.id}, ${usedAt})`;
    await invite('long expired', limits.INVITES_EXPIRED_DAYS + 1, null);
    await invite('lately expired', limits.INVITES_EXPIRED_DAYS - 1, null);
    await invite('used', limits.INVITES_EXPIRED_DAYS + 1, new Date().toISOString());
    await using _other = await startLectern({ DATABASE_URL: lectern.database.url });
    await expect.poll(() => countOf('sessions', sql`id = ${expired.sessionId}`)).toBe(0);
    await expect.poll(() => countOf('invites', sql`id = 'long expired'`)).toBe(0);
    await expect.poll(() => countOf('rate_limits', sql`key = 'expired'`)).toBe(0);
    await expect.poll(() => countOf('audit_events', sql`id = 'expired'`)).toBe(0);
    await expect.poll(() => countOf('playback_grants', sql`token_hash = 'expired'`)).toBe(0);
    await expect.poll(() => countOf('idempotency_keys', sql`key = 'expired'`)).toBe(0);
    await expect.poll(() => countOf('strokes', sql`id = 'expired'`)).toBe(0);
    expect(await countOf('sessions', sql`id = ${alive.sessionId}`)).toBe(1);
    expect(await countOf('invites', sql`id in ('lately expired', 'used')`)).toBe(2);
  });
});
