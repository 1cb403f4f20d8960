import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { at, Stage, WINDOW } from '#server/talks/testing/stage.ts';
import { aLectern } from '#server/testing/lectern.ts';
import type { LiveClient } from '#server/testing/live-client.ts';
import type { TestUser } from '#server/testing/people.ts';
import { newApiKeySchema } from '#shared/keys.ts';
import type { Talk } from '#shared/talks.ts';
import { aStroke, watch } from './testing/watching.ts';

const lectern = await aLectern();
/** Where streams are open. Changes of decks are made on the other instance. */
const elsewhere = await aLectern({ DATABASE_URL: lectern.database.url });
const { sql } = lectern.database;
const admin = await lectern.aUser({ role: 'admin' });
const stage = new Stage(lectern);

interface Given {
  readonly owner: TestUser;
  readonly reader: TestUser;
  readonly deckId: string;
  readonly talk: Talk;
}

async function aDeckWithTalk(visibility: 'private' | 'team', reader: TestUser): Promise<Given> {
  const owner = await lectern.aUser({ name: 'Olga' });
  const deck = await lectern.aDeck({ owner, visibility });
  return { owner, reader, deckId: deck.id, talk: await stage.aTalk(owner, deck) };
}

async function aKeyOf(user: TestUser): Promise<{ id: string; key: string }> {
  return newApiKeySchema.parse((await lectern.as(user).post('/api/keys', { name: 'A script', access: 'full' })).body);
}

/**
 * Runs `work` while no instance can look up rights, because a table that the lookup needs is locked. Ends when a lookup waits, or
 * when the client was sent something without one.
 */
async function whileLookupsWait(table: 'api_keys' | 'sessions', client: LiveClient, work: () => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in access exclusive mode`;
    const told = client.events.length;
    const lookups = () => sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%jsonb_array_elements_text%'`;
    const seen = eventually(async () => client.events.length > told || (await lookups()).length > 0);
    await Promise.all([work(), seen]);
  });
}

/** Causes every kind of event that a deck's watchers are sent. */
async function makeEvents({ owner, deckId, talk }: Given, headers: Record<string, string>): Promise<void> {
  const api = lectern.as(null);
  const streamId = randomUUID();
  await sql`insert into live_streams (id, instance_id, user_id, opening)
    select ${streamId}, id, ${owner.id}, ${randomUUID()} from live_instances limit 1`;
  const look = { streamId, clientId: WINDOW, deckId, at: { place: { slideIndex: 0, inner: null }, following: null } };
  // At the same time, because a lookup that waits is given up after some seconds.
  const answers = await Promise.all([
    api.put(`/api/decks/${deckId}/notes/0`, { body: 'Secret' }, headers),
    api.post(`/api/decks/${deckId}/annotations/0/strokes`, { add: [aStroke()] }, headers),
    api.post('/api/trpc/talks.move', { talkId: talk.id, clientId: WINDOW, place: at(1) }, headers),
    api.post('/api/trpc/talks.pointLaser', { talkId: talk.id, dot: { x: 0.5, y: 0.5 } }, headers),
    api.post('/api/trpc/live.look', look, headers),
    api.post(
      '/api/trpc/live.draw',
      { deckId, versionId: talk.versionId, slideIndex: 0, clientId: WINDOW, stroke: UNFINISHED },
      headers,
    ),
    api.patch(`/api/decks/${deckId}`, { title: 'Secret' }, headers),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}
const UNFINISHED = { id: 'unfinished', tool: 'pen', color: '#e5383b', width: 4, points: [[10, 20]] };
const KINDS = ['note', 'ink', 'talk', 'laser', 'presence', 'drawing', 'deck'] as const;

type Lose = (given: Given) => Promise<unknown>;
const LOSSES: readonly (readonly [string, 'lost' | 'ended', 'reader' | 'admin', Lose])[] = [
  [
    'the deck was made private',
    'lost',
    'reader',
    ({ owner, deckId }) => lectern.as(owner).patch(`/api/decks/${deckId}`, { visibility: 'private' }),
  ],
  [
    'its admin was demoted',
    'lost',
    'admin',
    ({ reader }) => lectern.as(admin).patch(`/api/admin/users/${reader.id}`, { role: 'user' }),
  ],
  [
    'its person was disabled',
    'ended',
    'reader',
    ({ reader }) => lectern.as(admin).patch(`/api/admin/users/${reader.id}`, { disabled: true }),
  ],
  ['its session was signed out', 'ended', 'reader', ({ reader }) => lectern.as(reader).post('/api/auth/sign-out')],
  [
    'its session has run out',
    'ended',
    'reader',
    ({ reader }) => sql`update sessions set expires_at = now() where id = ${reader.sessionId}`,
  ],
];

describe('a stream on another instance is sent nothing that happens after', () => {
  it.each(LOSSES)('%s, however late that instance notices', async (_name, outcome, role, lose) => {
    const reader = await lectern.aUser({ role: role === 'admin' ? 'admin' : 'user' });
    const given = await aDeckWithTalk(role === 'admin' ? 'private' : 'team', reader);
    const script = await aKeyOf(given.owner);
    // A stream with a key as well, so that each check of all streams uses both tables.
    const owners = await watch(elsewhere, script, given.deckId).caughtUp();
    const readers = await watch(elsewhere, reader, given.deckId).caughtUp();
    expect(readers.of('talk')).toHaveLength(1);
    const before = readers.events.length;

    await whileLookupsWait('api_keys', readers, async () => {
      await lose(given);
      await makeEvents(given, { cookie: given.owner.cookie });
    });

    await eventually(() => KINDS.every((kind) => owners.of(kind).length > (kind === 'talk' || kind === 'presence' ? 1 : 0)));
    await eventually(() => readers.isOver || readers.of('lost').length > 0);
    expect(readers.events.slice(before)).toEqual(outcome === 'lost' ? [{ kind: 'lost', deckId: given.deckId }] : []);
    if (outcome === 'ended') expect(readers.refusal).toBe('UNAUTHENTICATED');
  });

  it('its key was revoked', async () => {
    const reader = await lectern.aUser();
    const given = await aDeckWithTalk('team', reader);
    const key = await aKeyOf(reader);
    const script = await aKeyOf(given.owner);
    // A stream with a session as well: otherwise the check of all streams would not wait, and could end the other one before the events.
    const owners = await watch(elsewhere, given.owner, given.deckId).caughtUp();
    const client = await watch(elsewhere, key, given.deckId).caughtUp();
    const before = client.events.length;
    await whileLookupsWait('sessions', client, async () => {
      await sql`delete from api_keys where id = ${key.id}`;
      await makeEvents(given, { authorization: `Bearer ${script.key}` });
    });
    await eventually(() => KINDS.every((kind) => owners.of(kind).length > (kind === 'talk' || kind === 'presence' ? 1 : 0)));
    await eventually(() => client.isOver);
    expect(client.events.slice(before)).toEqual([]);
    expect(client.refusal).toBe('UNAUTHENTICATED');
  });

  it('the presenter of a talk was demoted: nothing about their remotes either', async () => {
    const presenter = await lectern.aUser({ role: 'admin' });
    const deck = await lectern.aDeck({ owner: await lectern.aUser() });
    const talk = await stage.aTalk(presenter, deck);
    const client = await watch(elsewhere, presenter, deck.id).caughtUp();
    const before = client.events.length;
    await whileLookupsWait('api_keys', client, async () => {
      await sql`update users set role = 'user' where id = ${presenter.id}`;
      const notice = {
        kind: 'broadcast',
        event: { kind: 'remotes', deckId: deck.id, talkId: talk.id, remotes: [] },
        to: presenter.id,
      };
      await sql`select pg_notify('lectern_live', ${JSON.stringify(notice)})`;
    });
    await eventually(() => client.of('lost').length > 0);
    expect(client.events.slice(before)).toEqual([{ kind: 'lost', deckId: deck.id }]);
  });
});

it('a stream that starts just before the right ends is not sent what it has missed', async () => {
  const reader = await lectern.aUser();
  const given = await aDeckWithTalk('team', reader);
  await makeEvents(given, { cookie: given.owner.cookie });
  const client = await sql.begin(async (tx) => {
    // Until this is committed, the first check still finds the right.
    await tx`update decks set visibility = 'private' where id = ${given.deckId}`;
    await tx`lock table talks in access exclusive mode`;
    const beginning = watch(elsewhere, reader, given.deckId, { since: 0 });
    const reads = () =>
      sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%talks%'`;
    await eventually(async () => beginning.isConnected && (await reads()).length > 0);
    return beginning;
  });
  await eventually(() => client.of('lost').length > 0);
  // Presence could be sent while the user still had the right.
  expect(client.events.filter(({ kind }) => kind !== 'presence')).toEqual([{ kind: 'lost', deckId: given.deckId }]);
});
