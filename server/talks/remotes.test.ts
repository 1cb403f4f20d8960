import { describe, expect, it } from 'vitest';
import { procedures as allProcedures } from '#server/rest/testing/procedures.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { needsOneInstance } from '#server/db/testing/instances.ts';
import { type EventStream, openStream } from '#server/testing/event-stream.ts';
import { PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { expectSince } from '#server/testing/moments.ts';
import { BATCH_CALLS_MAX } from '#shared/limits.ts';
import { type Pairing, type Remote, type RemoteView, remoteViewSchema } from '#shared/talks.ts';
import { at, dataOf, expectRefused, procedures, Stage } from './testing/stage.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const stage = new Stage(lectern);
const as = (user: { cookie: string } | null) => procedures(lectern, user);

/** The next view that the phone gets. */
async function nextView(stream: EventStream): Promise<RemoteView> {
  const event = await stream.next();
  expect(event?.event).toBe('message');
  return remoteViewSchema.parse(event?.data);
}

const watch = (phone: { cookie: string }, where = lectern) =>
  openStream(where.address, 'remotes.stream', { cookie: phone.cookie });
const refused = (code: string) => ({ event: 'serialized-error', data: { data: { code } } });

describe('a pairing code', () => {
  it('makes a phone wait, and is in the fragment, where no server sees it', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const since = Date.now();
    const answer = dataOf(await as(presenter).call('talks.pair', { talkId: talk.id })) as Pairing;
    expect(answer.inNetwork).toEqual([]);
    expect(answer.url).toMatch(/^http:\/\/localhost:\d+\/remote#[\w-]{43}$/);
    expectSince(since, answer.expiresAt, 60_000);
    const claimed = await stage.claim(new URL(answer.url).hash.slice(1), '  Petras phone ');
    expect(dataOf(claimed)).toMatchObject({ talkId: talk.id, name: 'Petras phone', status: 'waiting' });
    expect(await stage.remotes(presenter, talk)).toMatchObject([{ name: 'Petras phone', status: 'waiting' }]);
  });

  it('works once: only one of several concurrent requests gets it', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const code = await stage.aCode(presenter, talk);
    const answers = await Promise.all(Array.from({ length: 20 }, () => stage.claim(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer, 'PAIRING_REQUIRED');
    expect(await stage.remotes(presenter, talk)).toHaveLength(1);
  });

  it('is refused with the same message when unknown, used, replaced, expired or of an ended talk', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const replaced = await stage.aCode(presenter, talk);
    const used = await stage.aCode(presenter, talk);
    await stage.claim(used);
    const old = await stage.aCode(presenter, talk);
    await sql`update talk_pairings set expires_at = now() where talk_id = ${talk.id}`;
    const over = await stage.aPresenter();
    const late = await stage.aCode(over.presenter, over.talk);
    await as(over.presenter).call('talks.end', { talkId: over.talk.id });
    const words = new Set<string>();
    for (const code of ['unknown-unknown-unknown-unknown', replaced, used, old, late]) {
      const answer = await stage.claim(code);
      expectRefused(answer, 'PAIRING_REQUIRED');
      expect(answer.headers['set-cookie']).toBeUndefined();
      words.add(answer.text.replace(/"requestId":"[^"]*"/, ''));
    }
    expect(words.size).toBe(1);
  });

  it('cannot be guessed: attempts are limited by network', async () => {
    const guess = (from: string) =>
      lectern.as(null).post('/api/trpc/remotes.claim', { code: 'x'.repeat(40), name: 'x' }, { 'x-forwarded-for': from });
    const answers = [];
    for (let count = 0; count < 32; count += 1) answers.push(await guess(`2001:db8:9:8::${count}`));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(30).fill(403), 429, 429]);
    expectRefused(answers.at(-1), 'RATE_LIMITED');
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is stored only as a hash, like the phone’s secret, and neither is ever logged', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const code = await stage.aCode(presenter, talk);
    const kept = await sql`select * from talk_pairings where talk_id = ${talk.id}`;
    const claimed = await stage.claim(code);
    const token = /^lectern_remote=([\w-]{43});/.exec(claimed.headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
    const phone = { cookie: `lectern_remote=${token}` };
    await using stream = await watch(phone);
    expect(await nextView(stream)).toMatchObject({ status: 'waiting' });
    await as(phone).call('remotes.command', { do: 'next' });
    const remotes = await sql`select * from talk_remotes where talk_id = ${talk.id}`;
    expect(token).toHaveLength(43);
    const everywhere = [JSON.stringify([kept, remotes]), claimed.text, lectern.logged.join('\n')].join('\n');
    expect(everywhere).not.toContain(code);
    expect(everywhere).not.toContain(token);
  });

  it('is refused when the talk has as many phones as it may have', async () => {
    const { presenter, talk } = await stage.aPresenter();
    for (let count = 0; count < 5; count += 1) await stage.aPhone(presenter, talk, { confirmed: count % 2 === 0 });
    expectRefused(await as(presenter).call('talks.pair', { talkId: talk.id }), 'LIMIT_REACHED');
    await sql`update talk_remotes set expires_at = now() where talk_id = ${talk.id} and confirmed_at is null`;
    expect(await stage.remotes(presenter, talk)).toHaveLength(3);
    await stage.aCode(presenter, talk);
  });
});

describe('the secret of a phone', () => {
  it('gives access only to its own talk: every other procedure treats it as anonymous', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk);
    const open = new Set([
      'health.get',
      'invites.inspect',
      'methods.list',
      'passwordResets.inspect',
      'remotes.claim',
      'remotes.command',
      'remotes.stream',
    ]);
    for (const { name, type } of allProcedures()) {
      // The right to these is the token of a link, for which accounts and phones do not count.
      if (open.has(name) || name.startsWith('shared')) continue;
      const input = {
        id: talk.deckId,
        deckId: talk.deckId,
        talkId: talk.id,
        slideIndex: 0,
        clientId: 'phone-phone',
        streamId: 'phone-phone',
        decks: [],
      };
      if (type === 'subscription') {
        await using stream = await openStream(lectern.address, name, { cookie: phone.cookie, input });
        expect(await stream.next(), name).toMatchObject(refused('UNAUTHENTICATED'));
        continue;
      }
      const answer = await (type === 'query' ? as(phone).ask(name, input) : as(phone).call(name, input));
      expect([name, answer.status]).toEqual([name, 401]);
    }
    for (const path of ['/api/decks', `/api/decks/${talk.deckId}`, `/api/decks/${talk.deckId}/blob`, '/api/keys'])
      expect((await lectern.as(phone).get(path)).status).toBe(401);
  });
});

describe('a waiting phone', () => {
  it('sees the name of the presenter, controls nothing, and expires after five minutes', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk, { confirmed: false });
    await using stream = await watch(phone);
    expect(await nextView(stream)).toEqual({ status: 'waiting', presenterName: 'Petra' });
    for (const command of [{ do: 'next' }, { do: 'blank', blank: 'black' }, { do: 'laser', dot: null }])
      expectRefused(await as(phone).call('remotes.command', command), 'FORBIDDEN');
    await sql`update talk_remotes set expires_at = now() where id = ${phone.id}`;
    expectRefused(await as(phone).call('remotes.command', { do: 'next' }), 'UNAUTHENTICATED');
    expectRefused(await as(presenter).call('talks.confirmRemote', { talkId: talk.id, remoteId: phone.id }), 'REMOTE_NOT_FOUND');
  });

  it('ends on its own when it expires', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk, { confirmed: false });
    await using stream = await watch(phone);
    expect((await nextView(stream)).status).toBe('waiting');
    await sql`update talk_remotes set expires_at = now() + interval '300 milliseconds' where id = ${phone.id}`;
    // The stream looks again at the phone when the talk changes. It shows nothing of it, because the phone is not confirmed.
    await stage.move(presenter, talk, { place: at(1) });
    expect(await nextView(stream)).toEqual({ status: 'ended' });
  });

  it('can be confirmed only by its presenter', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk, { confirmed: false });
    const other = await lectern.aUser({ role: 'admin' });
    const theirs = await stage.aTalk(other, deck);
    for (const name of ['talks.confirmRemote', 'talks.revokeRemote']) {
      expectRefused(await as(other).call(name, { talkId: talk.id, remoteId: phone.id }), 'FORBIDDEN');
      expectRefused(await as(other).call(name, { talkId: theirs.id, remoteId: phone.id }), 'REMOTE_NOT_FOUND');
    }
    expectRefused(await as(other).ask('talks.remotes', { talkId: talk.id }), 'FORBIDDEN');
  });
});

describe('a confirmed phone', () => {
  it('sees the talk’s changes on any instance', async () => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url });
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk, { confirmed: false });
    await using stream = await watch(phone, other);
    expect((await nextView(stream)).status).toBe('waiting');
    dataOf(await as(presenter).call('talks.confirmRemote', { talkId: talk.id, remoteId: phone.id }));
    expect(await nextView(stream)).toMatchObject({
      status: 'confirmed',
      presenterName: 'Petra',
      deckTitle: 'Figures',
      slideNumber: 1,
      slideCount: 3,
      blank: null,
      presenterHere: false,
      clock: { elapsedMs: 0, runningSince: talk.clock.runningSince },
    });
    await stage.move(presenter, talk, { place: at(2) });
    expect(await nextView(stream)).toMatchObject({ slideNumber: 3 });
    // A deck that is a single document is counted by the slides inside it, as its presenter sees them.
    await stage.move(presenter, talk, { place: { slideIndex: 0, inner: { index: 6, step: 2 } } });
    expect(await nextView(stream)).toMatchObject({ slideNumber: 1, slideCount: 3 });
    await stage.move(presenter, talk, { place: { slideIndex: 0, inner: { index: 6, step: 2, count: 41 } } });
    expect(await nextView(stream)).toMatchObject({ slideNumber: 7, slideCount: 41 });
    await as(presenter).call('talks.changeClock', { talkId: talk.id, change: { do: 'pause' } });
    expect(await nextView(stream)).toMatchObject({ clock: { runningSince: null } });
    expect(await procedures(other, phone).call('remotes.command', { do: 'blank', blank: 'white' })).toMatchObject({
      status: 200,
    });
    expect(await nextView(stream)).toMatchObject({ blank: 'white' });
    expect(await stage.running(presenter, talk.deckId)).toMatchObject([{ blank: 'white', movedBy: '' }]);
  });

  it.each([
    ['is sent away', (presenter, talk, remoteId) => as(presenter).call('talks.revokeRemote', { talkId: talk.id, remoteId })],
    ['’s talk is over', (presenter, talk) => as(presenter).call('talks.end', { talkId: talk.id })],
    ['’s deck is deleted', (presenter, talk) => lectern.as(presenter).delete(`/api/decks/${talk.deckId}`)],
    [
      '’s talk is handed over',
      async (presenter, talk) => as(presenter).call('talks.handOver', { talkId: talk.id, userId: (await lectern.aUser()).id }),
    ],
    [
      '’s presenter changes their password and ends their phones, too',
      async (presenter) => {
        await lectern.aPasswordOf(presenter);
        const change = { currentPassword: PASSWORD, newPassword: 'another horse entirely', endRemotes: true };
        return lectern.as(presenter).post('/api/auth/change-password', change);
      },
    ],
    [
      '’s presenter is disabled',
      async (presenter) =>
        lectern.as(await lectern.aUser({ role: 'admin' })).patch(`/api/admin/users/${presenter.id}`, { disabled: true }),
    ],
  ] as [
    string,
    (
      presenter: Awaited<ReturnType<Stage['aPresenter']>>['presenter'],
      talk: { id: string; deckId: string },
      remoteId: string,
    ) => Promise<{ status: number }>,
  ][])('that %s learns at once that it has ended, and is refused from then on', async (_, end) => {
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk);
    await using stream = await watch(phone);
    expect((await nextView(stream)).status).toBe('confirmed');
    expect((await end(presenter, talk, phone.id)).status).toBeLessThan(300);
    expect(await nextView(stream)).toEqual({ status: 'ended' });
    expect((await stream.next())?.event ?? 'return').toBe('return');
    expectRefused(await as(phone).call('remotes.command', { do: 'next' }), 'UNAUTHENTICATED');
    await using again = await watch(phone);
    expect(await again.next()).toMatchObject(refused('UNAUTHENTICATED'));
  });

  it('has a limited number of commands per second', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk);
    const commands = Array.from({ length: BATCH_CALLS_MAX }, () => ({ do: 'next' }));
    const path = `${commands.map(() => 'remotes.command').join()}?batch=1`;
    const begun = performance.now();
    const { text } = await as(phone).call(path, Object.fromEntries(commands.entries()));
    // On a busy machine, the commands of one batch may need more than a second.
    const seconds = Math.ceil((performance.now() - begun) / 1000);
    const count = (what: RegExp) => text.match(what)?.length ?? 0;
    const executed = count(/"result"/g);
    expect(executed + count(/RATE_LIMITED/g)).toBe(BATCH_CALLS_MAX);
    expect(executed).toBeGreaterThanOrEqual(10);
    expect(executed).toBeLessThanOrEqual(10 * seconds);
  });

  it('is authenticated by its own cookie, whichever user is signed in at that browser', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk);
    const cookie = `${(await lectern.aUser()).cookie}; ${phone.cookie}`;
    dataOf(await as({ cookie }).call('remotes.command', { do: 'blank', blank: 'black' }));
    expectRefused(await as(presenter).call('remotes.command', { do: 'blank', blank: null }), 'UNAUTHENTICATED');
    const foreign = { cookie, origin: 'https://elsewhere.example' };
    expect((await lectern.as(null).post('/api/trpc/remotes.command', { do: 'next' }, foreign)).status).toBe(403);
  });
});

describe('the presenter’s windows', () => {
  it('get events about new phones and their commands, and other users do not', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const other = await lectern.aUser();
    const input = (streamId: string) => ({ streamId, decks: [{ id: talk.deckId, since: null }] });
    await using theirs = await openStream(lectern.address, 'live.watch', {
      cookie: presenter.cookie,
      input: input('presenters-own'),
    });
    await using followers = await openStream(lectern.address, 'live.watch', {
      cookie: other.cookie,
      input: input('followers-own'),
    });
    const kinds = async (stream: EventStream, until: string) => {
      const seen: { kind: string }[] = [];
      while (seen.at(-1)?.kind !== until) seen.push((await stream.next())?.data as { kind: string });
      return seen;
    };
    await Promise.all([kinds(theirs, 'caught-up'), kinds(followers, 'caught-up')]);
    const phone = await stage.aPhone(presenter, talk);
    await as(phone).call('remotes.command', { do: 'next' });
    await as(phone).call('remotes.command', { do: 'laser', dot: { x: 0.25, y: 0.5 } });
    const seen = await kinds(theirs, 'laser');
    const statuses = seen.flatMap((event) =>
      'remotes' in event ? [(event.remotes as Remote[]).map(({ status }) => status)] : [],
    );
    expect(statuses).toEqual([['waiting'], ['confirmed']]);
    expect(seen).toContainEqual({ kind: 'remote-command', deckId: talk.deckId, talkId: talk.id, command: { do: 'next' } });
    expect(seen.at(-1)).toEqual({ kind: 'laser', deckId: talk.deckId, talkId: talk.id, dot: { x: 0.25, y: 0.5 } });
    expect((await kinds(followers, 'laser')).map(({ kind }) => kind).filter((kind) => kind.startsWith('remote'))).toEqual([]);
  });

  it('show the phone that a window can turn the slides', async () => {
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk);
    await using phones = await watch(phone);
    expect(await nextView(phones)).toMatchObject({ presenterHere: false });
    {
      const input = { streamId: 'presenters-two', decks: [{ id: talk.deckId, since: null }] };
      await using own = await openStream(lectern.address, 'live.watch', { cookie: presenter.cookie, input });
      await own.next();
      const look = {
        streamId: 'presenters-two',
        clientId: 'window-1',
        deckId: talk.deckId,
        at: { place: at(0), following: null },
      };
      dataOf(await as(presenter).call('live.look', look));
      expect(await nextView(phones)).toMatchObject({ presenterHere: true });
    }
    expect(await nextView(phones)).toMatchObject({ presenterHere: false });
  });
});

it.skipIf(needsOneInstance('each instance counts the streams of a phone by itself'))(
  'a phone has at most two streams: a third replaces the first',
  async () => {
    const { presenter, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk, { confirmed: true });
    const streams: EventStream[] = [];
    for (let count = 0; count < 6; count += 1) {
      const stream = await watch(phone);
      streams.push(stream);
      expect((await nextView(stream)).status).toBe('confirmed');
    }
    for (const replaced of streams.slice(0, 4)) {
      expect(await replaced.next()).toMatchObject(refused('RATE_LIMITED'));
      expect(await replaced.next()).toBeNull();
    }
    await as(presenter).call('talks.end', { talkId: talk.id });
    for (const open of streams.slice(4)) expect(await nextView(open)).toEqual({ status: 'ended' });
  },
);

it('a stream closed by its phone is cleaned up', async () => {
  const { presenter, talk } = await stage.aPresenter();
  const phone = await stage.aPhone(presenter, talk);
  {
    await using stream = await watch(phone);
    await nextView(stream);
  }
  await eventually(() => lectern.logged.some((line) => line.includes('/api/trpc/remotes.stream')));
});
