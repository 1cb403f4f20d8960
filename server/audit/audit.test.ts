import { describe, expect, it } from 'vitest';
import { anInvite, aMember, cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { type AuditEvent, auditListSchema } from '#shared/audit.ts';
import { AUDIT_KINDS } from '#shared/audit-kinds.ts';
import { AuditRepo } from './audit.repo.ts';
import { AuditService } from './audit.service.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' }, { renderer: 'starting' });
const { sql } = lectern.database;
const admin = await lectern.aUser({ role: 'admin', name: 'Ada' });
const api = lectern.as(admin);
/** Their events are tested with what causes them: `auth/factors/two-factor.test.ts` and `auth/oidc/oidc-sign-in.test.ts`. */
const TESTED_ELSEWHERE = /^(?:(?:app|passkey|recovery|second-step|device|factors|identity)\.|user\.archived$)/;
const FROM = { 'x-forwarded-for': '192.0.2.44' };

async function events(query = ''): Promise<AuditEvent[]> {
  return auditListSchema.parse((await api.get(`/api/admin/audit?limit=100${query}`)).body).items;
}

/** The events of a request, found by the request id in its response. */
async function eventOf(answer: { headers: Record<string, unknown> }): Promise<AuditEvent[]> {
  return (await events()).filter((event) => event.requestId === answer.headers['x-request-id']);
}

describe('the audit list', () => {
  it('contains every kind of event, with user, address and request; so does the log', async () => {
    const anonymous = lectern.as(null);
    const { token } = await anInvite(lectern);
    const email = 'grace@example.com';
    const credentials = { email, password: PASSWORD };
    const joined = await anonymous.post('/api/auth/sign-up/email', { ...credentials, inviteToken: token, name: 'Grace' }, FROM);
    const { user } = joined.body as { user: { id: string } };
    const grace = { id: user.id, name: 'Grace' };
    const entered = await anonymous.post('/api/auth/sign-in/email', credentials, { ...FROM, 'user-agent': 'A browser' });
    const refused = await anonymous.post('/api/auth/sign-in/email', { email, password: 'not the password' }, FROM);
    const tries = await Promise.all(
      Array.from({ length: 35 }, () => anonymous.post('/api/auth/sign-in/email', {}, { 'x-forwarded-for': '192.0.2.45' })),
    );
    const limited = (await events('&kind=session.limited')).find((event) => event.address === '192.0.2.45');
    expect(tries.map(({ headers }) => headers['x-request-id'])).toContain(limited?.requestId);
    const cookie = cookieOf(entered.headers['set-cookie']);
    const own = lectern.as({ cookie });
    const key = await own.post('/api/keys', { name: 'Nightly', access: 'read' }, FROM);
    const { id: keyId, prefix } = key.body as { id: string; prefix: string };
    const revoked = await own.delete(`/api/keys/${keyId}`, FROM);
    const deck = await lectern.aDeck({ owner: { ...admin, cookie }, title: 'Figures' });
    const shared = await own.patch(`/api/decks/${deck.id}`, { visibility: 'team' }, FROM);
    const renamed = await own.patch(`/api/decks/${deck.id}`, { title: 'Other figures' }, FROM);
    const person = await own.put(`/api/decks/${deck.id}/people/${admin.id}`, { access: 'edit' }, FROM);
    const unshared = await own.delete(`/api/decks/${deck.id}/people/${admin.id}`, FROM);
    const duplicated = await own.post(`/api/decks/${deck.id}/duplicate`, {}, FROM);
    const { id: copyId } = duplicated.body as { id: string };
    const exported = await own.post(`/api/decks/${deck.id}/exports`, { format: 'png' }, FROM);
    const published = await own.post(`/api/decks/${deck.id}/links`, { name: 'Fair' }, FROM);
    const { id: linkId } = published.body as { id: string };
    const paused = await own.patch(`/api/decks/${deck.id}/links/${linkId}`, { paused: true }, FROM);
    const unpublished = await own.delete(`/api/decks/${deck.id}/links/${linkId}`, FROM);
    const { body: collected } = await own.post('/api/collections', { name: 'Fairs' });
    const { id: collectionId } = collected as { id: string };
    const opened = await own.patch(`/api/collections/${collectionId}`, { visibility: 'team' }, FROM);
    const dissolved = await own.delete(`/api/collections/${collectionId}`, FROM);
    const deleted = await own.delete(`/api/decks/${deck.id}`, FROM);
    const restored = await own.post(`/api/trash/${deck.id}/restore`, undefined, FROM);
    await own.delete(`/api/decks/${deck.id}`, FROM);
    const purged = await own.delete(`/api/trash/${deck.id}`, FROM);
    const plans = await lectern.aDeck({ owner: { ...admin, cookie }, title: 'Plans' });
    const transferred = await own.put(`/api/decks/${plans.id}/owner`, { userId: admin.id }, FROM);
    const ended = await own.delete('/api/auth/sessions', FROM);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse entirely', endKeys: true };
    const changed = await own.post('/api/auth/change-password', change, FROM);
    const left = await lectern
      .as({ cookie: cookieOf(changed.headers['set-cookie']) })
      .post('/api/auth/sign-out', undefined, FROM);
    const linked = await api.post(`/api/admin/users/${user.id}/password-reset`, undefined, FROM);
    const { token: resetToken } = linked.body as { token: string };
    const reset = await lectern
      .as(null)
      .post('/api/auth/reset-password', { token: resetToken, newPassword: 'a third horse', endRemotes: true }, FROM);
    const invited = await api.post('/api/admin/invites', { role: 'admin', email: 'x@example.com' }, FROM);
    const { id: inviteId } = invited.body as { id: string };
    const withdrawn = await api.delete(`/api/admin/invites/${inviteId}`, FROM);
    const promoted = await api.patch(`/api/admin/users/${user.id}`, { role: 'admin' }, FROM);
    const removed = await api.delete(`/api/admin/users/${user.id}`, FROM);

    const named = { key: { id: keyId, name: 'Nightly', prefix } };
    const ada = { id: admin.id, name: 'Ada' };
    const link = { deckId: deck.id, title: 'Other figures', link: { id: linkId, name: 'Fair' } };
    const collection = { id: collectionId, name: 'Fairs' };
    const expected = [
      [joined, 'account.created', grace, { email, role: 'user' }],
      [entered, 'session.started', grace, { userAgent: 'A browser', factors: ['password'] }],
      [refused, 'session.refused', null, { email, factor: 'password' }],
      [key, 'key.created', grace, { ...named, access: 'read', expiresAt: null }],
      [revoked, 'key.revoked', grace, named],
      [shared, 'deck.changed', grace, { deckId: deck.id, title: 'Figures', visibility: 'team' }],
      [person, 'deck.shared', grace, { deckId: deck.id, title: 'Other figures', user: ada, access: 'edit' }],
      [unshared, 'deck.unshared', grace, { deckId: deck.id, title: 'Other figures', user: ada }],
      [transferred, 'deck.transferred', grace, { deckId: plans.id, title: 'Plans', owner: ada }],
      [duplicated, 'deck.duplicated', grace, { deckId: deck.id, title: 'Copy of Other figures', copyId }],
      [exported, 'deck.exported', grace, { deckId: deck.id, title: 'Other figures', format: 'png' }],
      [published, 'link.created', grace, link],
      [paused, 'link.changed', grace, { ...link, fields: ['paused'] }],
      [unpublished, 'link.deleted', grace, link],
      [opened, 'collection.changed', grace, { collection, visibility: 'team' }],
      [dissolved, 'collection.deleted', grace, { collection, owner: grace }],
      [deleted, 'deck.deleted', grace, { deckId: deck.id, title: 'Other figures', owner: grace }],
      [restored, 'deck.restored', grace, { deckId: deck.id, title: 'Other figures', owner: grace }],
      [purged, 'deck.purged', grace, { deckId: deck.id, title: 'Other figures', owner: grace }],
      [ended, 'session.ended', grace, { sessions: 'all others' }],
      [changed, 'password.changed', grace, { endKeys: true, endRemotes: false, endPasskeys: false }],
      [left, 'session.ended', grace, { sessions: 'this' }],
      [linked, 'reset.created', ada, { user: { ...grace, email } }],
      [reset, 'password.reset', grace, { endKeys: false, endRemotes: true, endPasskeys: false }],
      [invited, 'invite.created', ada, { inviteId, role: 'admin', email: 'x@example.com' }],
      [withdrawn, 'invite.revoked', ada, { inviteId, email: 'x@example.com' }],
      [promoted, 'user.changed', ada, { user: grace, role: 'admin' }],
      [removed, 'user.removed', ada, { user: { ...grace, email }, decks: 1 }],
    ] as const;
    for (const [answer, kind, actor, details] of expected) {
      expect(await eventOf(answer)).toMatchObject([{ kind, actor, details, address: '192.0.2.44' }]);
      const line = lectern.logged.find(
        (each) => each.includes('"security event"') && each.includes(answer.headers['x-request-id'] as string),
      );
      expect(JSON.parse(line ?? '{}')).toMatchObject({ event: kind, address: '192.0.2.44', details });
    }
    expect(await eventOf(renamed)).toEqual([]);
    expect(limited).toMatchObject({ actor: null, details: { email: null } });
    const tested = AUDIT_KINDS.filter((kind) => !TESTED_ELSEWHERE.test(kind));
    expect(new Set([...expected.map(([, kind]) => kind), limited?.kind])).toEqual(new Set(tested));
    const { key: secret } = key.body as { key: string };
    const whole = JSON.stringify(await events());
    for (const hidden of [secret, token, resetToken, 'a third horse', PASSWORD, 'another horse entirely', 'not the password'])
      expect(whole).not.toContain(hidden);
  });

  it('is for admins with a session', async () => {
    const user = await lectern.aUser();
    expectRefusal(await lectern.as(user).get('/api/admin/audit'), 'FORBIDDEN');
    expectRefusal(await lectern.as(null).get('/api/admin/audit'), 'UNAUTHENTICATED');
    const { body } = await api.post('/api/keys', { name: 'x' });
    const authorization = `Bearer ${(body as { key: string }).key}`;
    expectRefusal(await lectern.as(null).get('/api/admin/audit', { authorization }), 'UNAUTHENTICATED');
  });

  it('is sorted newest first, has pages, and can be filtered by kind', async () => {
    for (let at = 0; at < 5; at += 1) await anInvite(lectern);
    const whole = await events();
    const times = whole.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const found: AuditEvent[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path: string = `/api/admin/audit?limit=2&kind=invite.created${cursor && `&cursor=${cursor}`}`;
      const page = auditListSchema.parse((await api.get(path)).body);
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(found).toEqual(whole.filter(({ kind }) => kind === 'invite.created'));
    const { nextCursor } = auditListSchema.parse((await api.get('/api/admin/audit?limit=1')).body);
    expectRefusal(await api.get(`/api/admin/audit?kind=key.created&cursor=${nextCursor}`), 'VALIDATION_FAILED');
    expectRefusal(await api.get('/api/admin/audit?kind=unknown'), 'VALIDATION_FAILED');
  });

  it('has no event of a change that was rolled back, and a change is rolled back if its event cannot be written', async () => {
    const user = await lectern.aUser({ name: 'Kept' });
    const before = await events();
    await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
    await sql`create trigger refuses before insert on audit_events for each row execute function refuse()`;
    expectRefusal(await api.patch(`/api/admin/users/${user.id}`, { role: 'admin' }), 'INTERNAL');
    expectRefusal(await api.delete(`/api/admin/users/${user.id}`), 'INTERNAL');
    await sql`drop trigger refuses on audit_events`;
    expect(await sql`select role from users where id = ${user.id}`).toEqual([{ role: 'user' }]);
    expectRefusal(await api.patch(`/api/admin/users/${admin.id}`, { role: 'user' }), 'FORBIDDEN');
    expect(await events()).toEqual(before);
  });

  it('keeps events for the configured time', async () => {
    await sql`insert into audit_events (id, at, kind, details) values
      ('old', now() - interval '31 days', 'session.refused', '{"email":"x"}'),
      ('young', now() - interval '29 days', 'session.refused', '{"email":"x"}')`;
    await new AuditService(new AuditRepo(lectern.database.db), 30).prune();
    expect(await sql`select id from audit_events where id in ('old', 'young')`).toEqual([{ id: 'young' }]);
  });

  it('has no request for events that the server itself caused', async () => {
    await using small = await startLectern({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: PASSWORD });
    const rows = await small.database.sql`select kind, address, request_id from audit_events`;
    expect(rows).toEqual([{ kind: 'account.created', address: null, request_id: null }]);
  });
});

describe('signing out', () => {
  it('makes the browser clear its cache, where Clear-Site-Data is allowed', async () => {
    const { cookie } = await aMember(lectern, 'leaves@example.com');
    const here = await lectern.as({ cookie }).post('/api/auth/sign-out', undefined, { host: 'localhost:3000' });
    expect(here.headers['clear-site-data']).toBe('"cache"');
    const other = await lectern.aUser();
    const there = await lectern.as(other).post('/api/auth/sign-out', undefined, { host: 'decks.lan:3000' });
    expect([there.status, there.headers['clear-site-data']]).toEqual([200, undefined]);
    await using secure = await startLectern({ BASE_URL: 'https://decks.example' });
    const origin = { origin: 'https://decks.example' };
    const account = { email: 'leaves@example.com', password: PASSWORD, inviteToken: secure.firstRunUrl?.split('#')[1] };
    const joined = await secure.as(null).post('/api/auth/sign-up/email', account, origin);
    const member = secure.as({ cookie: cookieOf(joined.headers['set-cookie']) });
    const over = await member.post('/api/auth/sign-out', undefined, { ...origin, host: 'decks.example' });
    expect([over.status, over.headers['clear-site-data']]).toEqual([200, '"cache"']);
  });
});
