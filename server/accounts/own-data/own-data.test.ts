import { randomBytes, randomUUID } from 'node:crypto';
import { get as request, type IncomingMessage } from 'node:http';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '#server/db/testing/eventually.ts';
import { Stage } from '#server/talks/testing/stage.ts';
import { insertBareDecks } from '#server/testing/bare-decks.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { newApiKeySchema } from '#shared/keys.ts';

const PATH = '/api/me/archive';
const lectern = await aLectern();
const { sql } = lectern.database;

const fileSchema = z.record(z.string(), z.unknown());

/** The archive of a person, as an independent reader sees it. */
async function archiveOf(person: TestUser) {
  const answer = await lectern.as(person).get(PATH);
  expect(answer.status, answer.text).toBe(200);
  const { files } = await JSZip.loadAsync(answer.bytes, { checkCRC32: true });
  const texts = new Map<string, string>();
  for (const file of Object.values(files)) if (file.name.endsWith('.json')) texts.set(file.name, await file.async('string'));
  return {
    headers: answer.headers,
    text: [...texts.values()].join('\n'),
    /** One list of one file. */
    list: (file: string, name: string) => z.array(fileSchema).parse(fileSchema.parse(JSON.parse(texts.get(file) ?? '{}'))[name]),
    /** One object of one file. */
    object: (file: string, name: string) => fileSchema.parse(fileSchema.parse(JSON.parse(texts.get(file) ?? '{}'))[name]),
    names: Object.keys(files),
    bytes: (name: string) => files[name]?.async('nodebuffer'),
  };
}

/** Where the archive shows the rows of a column that refers to a person: a file and a list in it, or a list in the object `signIn`. */
const SHOWN: Readonly<Record<string, readonly [file: string, list: string]>> = {
  'sessions.user_id': ['person.json', 'sessions'],
  'accounts.user_id': ['person.json', 'signIn.ways'],
  'authenticator_apps.user_id': ['person.json', 'signIn.authenticatorApps'],
  'passkeys.user_id': ['person.json', 'signIn.passkeys'],
  'password_resets.user_id': ['person.json', 'signIn.passwordResets'],
  'trusted_devices.user_id': ['person.json', 'trustedDevices'],
  'api_keys.user_id': ['person.json', 'apiKeys'],
  'deck_trust.user_id': ['person.json', 'trust'],
  'invites.created_by_id': ['person.json', 'invites'],
  'decks.owner_id': ['decks.json', 'decks'],
  'versions.created_by_id': ['decks.json', 'versions'],
  'deck_people.user_id': ['decks.json', 'sharedWithYou'],
  'exports.user_id': ['decks.json', 'exports'],
  'notes.updated_by_id': ['notes.json', 'notes'],
  'note_history.changed_by_id': ['notes.json', 'history'],
  'annotations.updated_by_id': ['drawings.json', 'annotations'],
  'strokes.author_id': ['drawings.json', 'strokes'],
  'collections.owner_id': ['collections.json', 'collections'],
  'deck_stars.user_id': ['collections.json', 'stars'],
  'deck_openings.user_id': ['openings.json', 'openings'],
  'talks.presenter_id': ['talks.json', 'talks'],
  'talk_audiences.presenter_id': ['talks.json', 'audiences'],
  'links.created_by_id': ['links.json', 'links'],
};

/** Columns that refer to a person and whose rows the archive does not list, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'decks.deleted_by_id': 'decks.json says of each deck in the trash whether the person put it there; audit.json has the rest',
  'recovery_codes.user_id': 'hashes of secrets; person.json has their number',
  'pending_sign_ins.user_id': 'a hash of a secret, for ten minutes',
  'password_resets.created_by_id': 'a link for another person, for a day; audit.json says that it was made',
  'idempotency_keys.user_id': 'for a day, the answer to an upload whose version is in decks.json',
  'live_streams.user_id': 'connections that are open at this moment',
};

describe('every column that refers to a person', () => {
  it('is in the archive or has a reason why it is not', async () => {
    const rows = await sql<{ name: string }[]>`
      select conrelid::regclass::text || '.' || attname as name from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'users'::regclass`;
    const known = [...Object.keys(SHOWN), ...Object.keys(LEFT_OUT)];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });

  it('is filled by the tests of this file', async () => {
    const person = await aPersonWithEverything();
    const archive = await archiveOf(person);
    for (const [column, [file, list]] of Object.entries(SHOWN)) {
      const [name, member] = list.split('.');
      const rows = member === undefined ? archive.list(file, list) : archive.object(file, name ?? '')[member];
      expect([column, rows]).not.toEqual([column, []]);
    }
    expect(archive.object('person.json', 'person')).toMatchObject({ id: person.id, email: person.email });
    expect(archive.object('person.json', 'signIn')).toMatchObject({ recoveryCodes: 1 });
    expect(archive.list('talks.json', 'questions')).toMatchObject([{ body: 'Why so late?' }]);
    expect(archive.list('audit.json', 'events').map(({ kind }) => kind)).toContain('user.archived');
    expect(archive.list('drawings.json', 'strokes')).toMatchObject([{ slideIndex: 0, shape: { tool: 'pen' } }]);
    // No secret, and nothing made of one.
    for (const { secret } of await sql<{ secret: string }[]>`
      select token as secret from sessions where user_id = ${person.id} union all select password from accounts where user_id = ${person.id}
      union all select secret_hash from api_keys where user_id = ${person.id} union all select code_hash from recovery_codes where user_id = ${person.id}
      union all select token_hash from trusted_devices where user_id = ${person.id} union all select token_hash from password_resets where user_id = ${person.id}
      union all select token_hash from invites where created_by_id = ${person.id} union all select secret from authenticator_apps where user_id = ${person.id}
      union all select password_hash from links where created_by_id = ${person.id} union all select code from talk_audiences where presenter_id = ${person.id}`)
      expect(archive.text).not.toContain(secret);
  });
});

/** A person with a row in every table that refers to people. */
async function aPersonWithEverything(): Promise<TestUser> {
  const [person, other] = [await lectern.aUser({ role: 'admin' }), await lectern.aUser()];
  const api = lectern.as(person);
  await lectern.aPasswordOf(person);
  const deck = await lectern.aDeck({ owner: person, title: 'Own' });
  const shared = await lectern.aDeck({ owner: other, title: 'Shared' });
  await lectern.as(other).put(`/api/decks/${shared.id}/people/${person.id}`, { access: 'edit' });
  await api.post('/api/keys', { name: 'Nightly' });
  await api.post('/api/admin/invites', { email: 'invited@example.com' });
  await api.put(`/api/decks/${shared.id}/notes/0`, { body: 'Written elsewhere' });
  const stroke = { id: 'a', tool: 'pen', color: '#d9542b', width: 6, points: [[1, 2]] };
  const drawn = { add: [stroke], erase: [], versionId: deck.currentVersionId };
  expect((await api.post(`/api/decks/${deck.id}/annotations/0/strokes`, drawn)).status).toBeLessThan(300);
  await api.post('/api/collections', { name: 'Mine', visibility: 'private' });
  await api.put(`/api/decks/${shared.id}/star`);
  const { body } = await api.post(`/api/decks/${deck.id}/links`, { name: 'For the board', password: 'a long password' });
  const { id: linkId } = z.object({ id: z.string() }).parse(body);
  const { presenter, talk } = await new Stage(lectern).aPresenter();
  await lectern.as(presenter).patch(`/api/talks/${talk.id}`, { takesQuestions: true });
  await sql`update decks set visibility = 'team' where owner_id = ${presenter.id}`;
  expect((await api.post(`/api/talks/${talk.id}/questions`, { text: 'Why so late?' })).status).toBeLessThan(300);
  const hash = () => randomBytes(24).toString('hex');
  await sql`insert into talks (id, deck_id, version_id, presenter_id, place, elapsed_ms, revision, moved_by, started_at, seen_at, ended_at)
    values (${randomUUID()}, ${deck.id}, ${deck.currentVersionId}, ${person.id}, '{"slideIndex":0,"inner":null}', 0, 1, '', now(), now(), now())`;
  await sql`insert into talk_audiences (link_id, presenter_id, code) values (${linkId}, ${person.id}, ${hash()})`;
  await sql`insert into authenticator_apps (user_id, secret, confirmed_at) values (${person.id}, ${hash()}, now())`;
  await sql`insert into passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
    values (${randomUUID()}, ${person.id}, ${hash()}, ${hash()}, 0, true, 'Laptop')`;
  await sql`insert into recovery_codes (user_id, code_hash) values (${person.id}, ${hash()})`;
  await sql`insert into trusted_devices (id, user_id, token_hash, expires_at) values (${randomUUID()}, ${person.id}, ${hash()}, now() + interval '1 day')`;
  await sql`insert into password_resets (user_id, token_hash, expires_at) values (${person.id}, ${hash()}, now() + interval '1 day')`;
  await sql`insert into deck_trust (user_id, fingerprint, hosts) values (${person.id}, 'print', '{fonts.example}')`;
  await sql`insert into deck_openings (user_id, deck_id, slide_key, slide_index, opened_at) values (${person.id}, ${deck.id}, 'x', 0, now())`;
  await sql`insert into exports (id, version_id, user_id, options, expires_at)
    values (${randomUUID()}, ${deck.currentVersionId}, ${person.id}, '{"format":"png","steps":"last"}', now() + interval '1 day')`;
  return person;
}

describe('the archive of a person', () => {
  it('contains their decks as they were uploaded, also those in the trash, and none of others', async () => {
    const [person, other] = [await lectern.aUser(), await lectern.aUser()];
    const kept = await lectern.aDeck({ owner: person, title: 'Plan' });
    const trashed = await lectern.aDeck({ owner: person, title: 'plan' });
    await lectern.aDeck({ owner: other, title: 'Theirs', visibility: 'team' });
    await lectern.as(person).put(`/api/decks/${kept.id}/people/${other.id}`, { access: 'edit' });
    const { bytes: uploaded } = await lectern.as(person).get(`/api/decks/${kept.id}/blob`);
    await lectern.as(person).delete(`/api/decks/${trashed.id}`);
    const archive = await archiveOf(person);
    expect(archive.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' });
    const rows = archive.list('decks.json', 'decks');
    const files = rows.map(({ file }) => z.string().parse(file));
    expect(archive.names.filter((name) => name.startsWith('decks/')).toSorted()).toEqual(files.toSorted());
    expect(files.map((file) => file.toLowerCase()).toSorted()).toEqual(['decks/plan (2).stage', 'decks/plan.stage']);
    const file = z.string().parse(rows.find(({ id }) => id === kept.id)?.['file']);
    expect((await archive.bytes(file))?.equals(uploaded)).toBe(true);
    const sharedWith = { id: other.id, name: other.name, access: 'edit' };
    expect(rows.map(({ id, sharedWith: people }) => [id, people])).toContainEqual([
      kept.id,
      [expect.objectContaining(sharedWith)],
    ]);
    expect(rows.find(({ id }) => id === trashed.id)).toMatchObject({ sharedWith: [] });
    expect(rows.find(({ id }) => id === trashed.id)).toMatchObject({ deletedByYou: true });
  });

  it('does not name decks that the person may no longer read', async () => {
    const [person, other] = [await lectern.aUser(), await lectern.aUser()];
    const { id } = await lectern.aDeck({ owner: other, title: 'Takeover plans', visibility: 'team' });
    await lectern.as(person).put(`/api/decks/${id}/star`);
    await lectern.as(person).put(`/api/decks/${id}/notes/0`, { body: 'Mine' });
    await lectern.as(other).patch(`/api/decks/${id}`, { visibility: 'private', title: 'Secret plans' });
    const archive = await archiveOf(person);
    expect(archive.list('collections.json', 'stars')).toMatchObject([{ deckId: id, deckTitle: null }]);
    expect(archive.list('notes.json', 'notes')).toMatchObject([{ deckId: id, deckTitle: null, body: 'Mine' }]);
    expect(archive.text).not.toContain('Secret plans');
  });

  it('has all rows of lists that are longer than a page', async () => {
    const person = await lectern.aUser();
    const { id, currentVersionId } = await lectern.aDeck({ owner: person });
    await sql`insert into strokes (deck_id, slide_key, id, author_id, shape, created_at)
      select ${id}, 'slide ' || n % 3, 'stroke ' || n, ${person.id}, '{}', now() from generate_series(1, 250) n`;
    await sql`insert into note_history (deck_id, slide_key, revision, body, began_at, changed_at, changed_by_id)
      select ${id}, 'slide ' || n % 3, n, 'x', now(), now(), ${person.id} from generate_series(1, 200) n`;
    await sql`insert into audit_events (id, at, kind, actor_id, actor_name, details)
      select gen_random_uuid(), now() - make_interval(secs => n / 7), case n % 2 when 0 then 'key.created' else 'key.revoked' end, ${person.id}, 'x', '{}'
      from generate_series(1, 350) n`;
    await insertBareDecks(sql, person.id, 45);
    await sql`update decks set current_version_id = ${currentVersionId} where owner_id = ${person.id}`;
    const archive = await archiveOf(person);
    const ids = new Set(archive.list('drawings.json', 'strokes').map((stroke) => stroke['id']));
    expect(ids.size).toBe(250);
    expect(archive.list('notes.json', 'history')).toHaveLength(200);
    expect(archive.list('audit.json', 'events')).toHaveLength(351);
    expect(archive.list('decks.json', 'decks')).toHaveLength(46);
    await sql`delete from decks where owner_id = ${person.id} and id <> ${id}`;
  });

  it('is not given to API keys and visitors', async () => {
    const person = await lectern.aUser();
    const { key } = newApiKeySchema.parse((await lectern.as(person).post('/api/keys', { name: 'x', access: 'full' })).body);
    expectRefusal(await lectern.as(null).get(PATH, { authorization: `Bearer ${key}` }), 'UNAUTHENTICATED');
    expectRefusal(await lectern.as(null).get(PATH), 'UNAUTHENTICATED');
  });

  it('is recorded', async () => {
    const person = await lectern.aUser();
    await archiveOf(person);
    const events = await sql`select kind from audit_events where actor_id = ${person.id}`;
    expect(events).toEqual([{ kind: 'user.archived' }]);
  });
});

describe('the number of archives is limited', () => {
  it('to five in an hour', async () => {
    const person = await lectern.aUser();
    // A turn ends just after its response: another instance may get the next request before that.
    for (let times = 0; times < 5; times += 1) await eventually(() => archiveOf(person));
    expectRefusal(await lectern.as(person).get(PATH), 'RATE_LIMITED');
    await archiveOf(await lectern.aUser());
  });

  it('to one at a time; the next one may begin when it has ended, and a session that ends stops it', async () => {
    const person = await lectern.aUser();
    // Packages are in the order of the ids of their decks. The first is more than the buffers of a connection hold, so that the download
    // waits for its reader.
    const [one, another] = [await lectern.aDeck({ owner: person }), await lectern.aDeck({ owner: person })];
    const [first = ''] = [one.id, another.id].toSorted();
    const large = anUpload(await aPackage({ files: { 'noise.bin': randomBytes(24_000_000) } }));
    const uploaded = await lectern.as(person).send('POST', `/api/decks/${first}/versions`, large);
    expect(uploaded.status, uploaded.text).toBe(201);
    const other = await lectern.aSessionOf(person);
    const download = await begun(other);
    expectRefusal(await lectern.as(person).get(PATH), 'RATE_LIMITED');
    // Refused attempts do not make the wait longer.
    expectRefusal(await lectern.as(person).get(PATH), 'RATE_LIMITED');
    await lectern.as(person).delete(`/api/auth/sessions/${other.sessionId}`);
    await expect(read(download)).rejects.toThrow('aborted');
    await eventually(async () => (await lectern.as(person).get(PATH)).status === 200);
  });
});

/** A download whose first bytes have come. */
function begun({ cookie }: TestUser): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${lectern.address}${PATH}`, { headers: { cookie } }, resolve).once('error', reject);
  });
}

async function read(download: IncomingMessage): Promise<void> {
  for await (const _ of download);
}
