import type { TransactionSql } from 'postgres';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { writingRequests, type WritingRequest } from '#server/rest/testing/writing-requests.ts';
import { aLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { raceWith } from '#server/testing/race.ts';
import { Stage } from '#server/talks/testing/stage.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' }, { renderer: 'starting' });

/** An operation that writes, and who may perform it. */
interface Write extends WritingRequest {
  /** Whether an admin may do it to another user's deck. */
  readonly byAdmins: boolean;
  /** Whether a user with the access `edit` may do it. */
  readonly byEditors: boolean;
  /** Whether it refers to an existing deck. */
  readonly ofDeck: boolean;
}

/** Operations that are left out, and why. */
const LEFT_OUT: readonly { readonly names: RegExp; readonly why: string }[] = [
  { names: /^shared(Visits|Questions|Reactions)?\./, why: 'Of visitors, whose right is the link (`links`).' },
  { names: /^remotes\./, why: 'Of phones, which have no session or key. They are tested below.' },
  { names: /^reactions\.send$/, why: 'Reactions are passed on and stored nowhere.' },
  { names: /^passkeys\.begin$/, why: 'Challenges are stored nowhere.' },
  {
    names: /^(users|twoFactor)\.|^invites\.(create|delete)|^passwordResets\.create$/,
    why: 'Of admins: `users/users.test.ts` takes each of them through the losses of their rights.',
  },
  { names: /^(invites|passwordResets)\.inspect$/, why: 'These only read. The right is the token.' },
  {
    names: /^(signIn|signUp|takeSecondStep|requestPasskey|signInWithPasskey|requestPasswordReset|resetPassword)$/,
    why: 'No session is needed: the right is a password, a key, an invite or a link.',
  },
  { names: /^signOut$/, why: 'It ends the session of the request. If that has ended meanwhile, it succeeds.' },
];
/** Operations of people on their own account. */
const OF_ACCOUNT =
  /^(ownAccount|account|keys|sessions|authenticatorApps|passkeys|recoveryCodes|trustedDevices)\.|^changePassword$/;
/** Operations that refer to no existing deck. */
const OF_NO_DECK = /^(createDeck|collections\.(create|update|delete))$/;
/** Operations on existing collections. */
const OF_COLLECTIONS = /^collections\.(update|delete|add|remove)$/;
/** Operations that require the right `edit`. */
const OF_EDITORS = /^(versions\.restore|createVersion)$/;
/** Operations that require the right `manage`; `updateDeck` changes the visibility here. */
const OF_MANAGERS = /^(decks\.(update|transfer|delete)|shares\.|trash\.)/;
/** Operations on decks in the trash. */
const OF_TRASH = /^trash\./;
/** Operations that only the presenter may perform. */
const OF_PRESENTERS =
  /^questions\.update$|^talks\.(move|update|changeClock|pointLaser|handOver|pair|confirmRemote|revokeRemote)$/;

function writes(): Write[] {
  return writingRequests()
    .filter(({ name }) => !LEFT_OUT.some(({ names }) => names.test(name)))
    .map((write) => ({ ...write, ...doneBy(write.name), ofDeck: !OF_NO_DECK.test(write.name) && !OF_ACCOUNT.test(write.name) }));
}

function doneBy(name: string): Pick<Write, 'byAdmins' | 'byEditors'> {
  const byAdmins = !OF_PRESENTERS.test(name);
  return { byAdmins, byEditors: byAdmins && !OF_MANAGERS.test(name) };
}

interface Actors {
  readonly owner: TestUser;
  readonly actor: TestUser;
  readonly keyId: string;
}

interface Case {
  readonly loss: string;
  readonly status: 401 | 403 | 404;
  readonly by: 'session' | 'key';
  readonly actor: 'owner' | 'admin' | 'editor';
  readonly applies: (write: Write) => boolean;
  readonly lose: (tx: TransactionSql, actors: Actors) => Promise<unknown>;
}

const anHeir = () => lectern.aUser();
const always = () => true;
const passOn = async (tx: TransactionSql, { owner }: Actors, visibility: 'private' | 'team') =>
  tx`update decks set owner_id = ${(await anHeir()).id}, visibility = ${visibility} where owner_id = ${owner.id}`;

const CASES: readonly Case[] = [
  {
    loss: 'the session is signed out',
    status: 401,
    by: 'session',
    actor: 'owner',
    applies: always,
    lose: (tx, { actor }) => tx`delete from sessions where id = ${actor.sessionId}`,
  },
  {
    loss: 'the key is revoked',
    status: 401,
    by: 'key',
    actor: 'owner',
    applies: ({ takesKeys }) => takesKeys,
    lose: (tx, { keyId }) => tx`delete from api_keys where id = ${keyId}`,
  },
  {
    loss: 'the user is disabled',
    status: 401,
    by: 'session',
    actor: 'owner',
    applies: always,
    lose: (tx, { actor }) => tx`update users set disabled_at = now() where id = ${actor.id}`,
  },
  {
    loss: 'the user is removed',
    status: 401,
    by: 'session',
    actor: 'owner',
    applies: always,
    lose: async (tx, actors) => {
      await passOn(tx, actors, 'private');
      await tx`delete from users where id = ${actors.actor.id}`;
    },
  },
  {
    loss: 'the deck gets another owner and is made private',
    status: 404,
    by: 'session',
    actor: 'owner',
    applies: ({ ofDeck }) => ofDeck,
    lose: (tx, actors) => passOn(tx, actors, 'private'),
  },
  {
    loss: 'the deck is deleted',
    status: 404,
    by: 'session',
    actor: 'owner',
    applies: ({ ofDeck }) => ofDeck,
    lose: (tx, { owner }) => tx`delete from decks where owner_id = ${owner.id}`,
  },
  {
    loss: 'the deck is moved to the trash',
    status: 404,
    by: 'session',
    actor: 'owner',
    applies: ({ name, ofDeck }) => ofDeck && !OF_TRASH.test(name),
    lose: (tx, { owner }) => tx`update decks set deleted_at = now() where owner_id = ${owner.id}`,
  },
  {
    loss: 'the deck is restored',
    status: 404,
    by: 'session',
    actor: 'owner',
    applies: ({ name }) => OF_TRASH.test(name),
    lose: (tx, { owner }) => tx`update decks set deleted_at = null where owner_id = ${owner.id}`,
  },
  {
    loss: 'the admin is demoted',
    status: 404,
    by: 'session',
    actor: 'admin',
    applies: ({ name, ofDeck, byAdmins }) => (ofDeck && byAdmins) || OF_COLLECTIONS.test(name),
    lose: (tx, { actor }) => tx`update users set role = 'user' where id = ${actor.id}`,
  },
  {
    loss: 'the collection gets another owner and is made private',
    status: 404,
    by: 'session',
    actor: 'owner',
    applies: ({ name }) => OF_COLLECTIONS.test(name),
    lose: async (tx, { owner }) =>
      tx`update collections set owner_id = ${(await anHeir()).id}, visibility = 'private' where owner_id = ${owner.id}`,
  },
  {
    loss: 'the deck is no longer shared',
    status: 404,
    by: 'session',
    actor: 'editor',
    applies: ({ ofDeck, byEditors }) => ofDeck && byEditors,
    lose: (tx, { actor }) => tx`delete from deck_people where user_id = ${actor.id}`,
  },
  {
    loss: 'the deck is shared for reading only',
    status: 403,
    by: 'session',
    actor: 'editor',
    applies: ({ name }) => OF_EDITORS.test(name),
    lose: (tx, { actor }) => tx`update deck_people set access = 'read' where user_id = ${actor.id}`,
  },
];

const RUNS = writes().flatMap((write) => CASES.filter(({ applies }) => applies(write)).map((each) => ({ ...each, write })));

describe('a right that ends between the check and the write prevents the write', () => {
  it('is tested with every operation that is not left out for a reason', () => {
    const names = writingRequests().map(({ name }) => name);
    expect(LEFT_OUT.filter((left) => !names.some((name) => left.names.test(name)))).toEqual([]);
    expect(names.filter((name) => OF_ACCOUNT.test(name)).length).toBeGreaterThan(10);
  });

  it.each(RUNS.map((run) => [run.write.name, run.loss, run] as const))('%s while %s', async (_name, _loss, run) => {
    const owner = await lectern.aUser();
    const actor = run.actor === 'owner' ? owner : await lectern.aUser({ role: run.actor === 'admin' ? 'admin' : 'user' });
    const scene = new Scene(lectern, {
      owner,
      actor,
      visibility: run.actor === 'owner' ? 'team' : 'private',
      sharedAs: run.actor === 'editor' ? 'edit' : null,
    });
    const key = await scene.aKey(actor);
    const proof = run.by === 'key' ? { authorization: `Bearer ${key.key}` } : { cookie: actor.cookie };
    // The first use of a key is recorded in its row.
    await lectern.send({ path: '/api/decks?limit=1', headers: proof });
    const question = await run.write.request(scene);
    const race = await raceWith(
      lectern,
      (tx) => run.lose(tx, { owner, actor, keyId: key.id }),
      () => lectern.send({ ...question, headers: { ...question.headers, ...proof } }),
    );
    expect({ waited: race.waited, status: race.answer.status, wrote: race.wrote }, race.answer.text).toEqual({
      waited: true,
      status: run.status,
      wrote: false,
    });
  });

  it('is also noticed by a request that waits for other work, which waits for the loss', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    const { sql } = lectern.database;
    const others: Promise<unknown>[] = [];
    const race = await raceWith(
      lectern,
      async (tx) => {
        await tx`delete from decks where id = ${id}`;
        const [test] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
        others.push(sql`select from decks where id = ${id} for update`.execute());
        const waiting = () => sql`select from pg_stat_activity where ${test?.pid ?? 0}::int = any(pg_blocking_pids(pid))`;
        await eventually(async () => (await waiting()).count > 0);
      },
      () => lectern.as(owner).patch(`/api/decks/${id}`, { title: 'Too late' }),
    );
    await Promise.all(others);
    expect(race).toMatchObject({ waited: true, answer: { status: 404 } });
  });
});

describe('a phone that loses its right to control a talk', () => {
  const stage = new Stage(lectern);

  it.each([
    ['its presenter is disabled', (tx, { presenter }) => tx`update users set disabled_at = now() where id = ${presenter.id}`],
    [
      'its presenter is removed',
      async (tx, { presenter }) => {
        await tx`update decks set owner_id = ${(await anHeir()).id} where owner_id = ${presenter.id}`;
        await tx`delete from users where id = ${presenter.id}`;
      },
    ],
    [
      'its deck gets another owner and is made private',
      async (tx, { deck }) =>
        tx`update decks set owner_id = ${(await anHeir()).id}, visibility = 'private' where id = ${deck.id}`,
    ],
    ['its deck is moved to the trash', (tx, { deck }) => tx`update decks set deleted_at = now() where id = ${deck.id}`],
    ['its deck is deleted', (tx, { deck }) => tx`delete from decks where id = ${deck.id}`],
    ['its talk has ended', (tx, { talk }) => tx`update talks set ended_at = now() where id = ${talk.id}`],
    ['it is revoked', (tx, { talk }) => tx`delete from talk_remotes where talk_id = ${talk.id}`],
  ] as [string, (tx: TransactionSql, given: Awaited<ReturnType<Stage['aPresenter']>>) => Promise<unknown>][])(
    'because %s cannot control it any more',
    async (_, lose) => {
      for (const command of [{ do: 'blank', blank: 'black' }, { do: 'next' }, { do: 'laser', dot: { x: 0.5, y: 0.5 } }]) {
        const given = await stage.aPresenter();
        const phone = await stage.aPhone(given.presenter, given.talk);
        const race = await raceWith(
          lectern,
          (tx) => lose(tx, given),
          () => lectern.as(phone).post('/api/trpc/remotes.command', command),
        );
        expect({ waited: race.waited, status: race.answer.status, wrote: race.wrote }, race.answer.text).toEqual({
          waited: true,
          status: 401,
          wrote: false,
        });
      }
    },
  );
});
