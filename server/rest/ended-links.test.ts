import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '#server/db/testing/eventually.ts';
import { open as openEvents } from '#server/links/testing/visitor-events.ts';
import { dataIn, Visitor } from '#server/links/testing/visitor.ts';
import { operations } from '#server/rest/openapi/document.ts';
import { operationIdOf } from '#server/rest/openapi/procedure-operations.ts';
import { type Ask, questionOf } from '#server/rest/testing/ask.ts';
import { callOf, inputOf, procedures, sampleRequestOf } from '#server/rest/testing/procedures.ts';
import { goodAsk } from '#server/rest/testing/provocations.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { aTalk, called } from '#server/rest/testing/talk-sample-requests.ts';
import type { Answer, Question } from '#server/testing/exchange.ts';
import { aLectern, type TestLectern } from '#server/testing/lectern.ts';
import { audienceSchema } from '#shared/audiences.ts';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';

/**
 * Everything that a visitor can ask for, against every way in which a link can end or a right of it can be taken away. The operations
 * come from the API document and the list of procedures, so a new one is tested here without a change.
 */
const SETTINGS = { TRUST_PROXY: '1', BASE_URL: 'http://lectern.example' };
const lectern = await aLectern(SETTINGS);
/** Another server with the same database and the same files. */
const other = await aLectern({ ...SETTINGS, DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir });

const OPERATIONS = operations().filter(({ tag }) => tag === 'Visitors');
const PROCEDURES = procedures().filter(
  ({ name }) => name.startsWith('shared') || OPERATIONS.some(({ operationId }) => operationId === operationIdOf(name)),
);
const PAGES = ['/s/', '/s/2', '/embed/', '/t/'] as const;
const NAMES = [...OPERATIONS.map(({ operationId }) => operationId), ...PROCEDURES.map(({ name }) => name), ...PAGES];

const PASSWORD = 'open sesame';
const EVERYTHING = { allowDownload: true, allowEmbedding: true, showNotes: true, showDrawings: true, allowComments: true };

type Verdict = 'ok' | ErrorCode;
type Verdicts = Readonly<Record<string, Verdict | number>>;

/** What every operation answers, and those that answer something else: by the name of a procedure, its operation has the same answer. */
function everywhere(verdict: Verdict, but: Readonly<Record<string, Verdict>> = {}): Verdicts {
  const exceptions = Object.entries(but).flatMap(([name, code]): [string, Verdict][] => [
    [name, code],
    ...(name.includes('.') ? [[operationIdOf(name), code] as [string, Verdict]] : []),
  ]);
  for (const [name] of exceptions) expect(NAMES).toContain(name);
  return { ...Object.fromEntries(NAMES.map((name) => [name, verdict])), ...Object.fromEntries(exceptions) };
}

/** What a link answers whose password is not known. Other sites learn nothing of it. */
const LOCKED = { 'shared.embed': 'LINK_NOT_FOUND' } as const;

/** A scene with one link, which allows everything and is open for a talk with questions. */
class OneLink extends Scene {
  readonly #asks = new Map<string, Question>();
  readonly #tags = new Map<string, string>();
  #link: ReturnType<Scene['aLink']> | undefined;

  override readonly aRenderedDeckToLookAt = async () => {
    const deck = await this.aDeckToLookAt();
    return { ...deck, oldVersionId: deck.currentVersionId };
  };

  override aLink(): ReturnType<Scene['aLink']> {
    return (this.#link ??= super.aLink(EVERYTHING));
  }

  static async create(wish: { readonly password?: string } = {}) {
    const owner = await lectern.aUser();
    const scene = new OneLink(lectern, { owner });
    const { id, currentVersionId } = await scene.aDeckToLookAt();
    await scene.render(currentVersionId);
    const { linkId, url, token } = await scene.aLink();
    const visitor = new Visitor(lectern, { url });
    await scene.#prepare(visitor);
    const { shortUrl } = audienceSchema.parse(await called(scene, 'audiences.open', { id, linkId }));
    scene.#preparePages({ token, code: shortUrl.slice(shortUrl.lastIndexOf('/') + 1) });
    const link = `/api/decks/${id}/links/${linkId}`;
    const change = (to: object) => lectern.as(owner).patch(link, to);
    if (wish.password !== undefined) {
      await change({ password: wish.password });
      await visitor.unlock(wish.password);
    }
    return { scene, visitor, link, change, deck: `/api/decks/${id}`, id, linkId, ...(await aTalk(scene)) };
  }

  /** A valid request for each operation and each procedure. */
  async #prepare({ address }: Visitor): Promise<void> {
    const headers = { 'x-forwarded-for': address };
    const asks = new Map<string, Ask>();
    for (const operation of OPERATIONS) asks.set(operation.operationId, await goodAsk(this, operation));
    for (const procedure of PROCEDURES)
      asks.set(procedure.name, asks.get(operationIdOf(procedure.name)) ?? (await sampleRequestOf(procedure)(this)));
    // Each sample replaces the question of the one before.
    const [question] = await this.lectern.database.sql<{ id: string }[]>`
      select q.id from talk_questions q join talks t on t.id = q.talk_id where t.presenter_id = ${this.owner.id}`;
    const withQuestion = ({ path, ...ask }: Ask): Ask => ({
      ...ask,
      path: { ...path, ...(path !== undefined && 'questionId' in path && { questionId: question?.id ?? '' }) },
    });
    const keep = (name: string, asked: Question) => this.#asks.set(name, { ...asked, headers: { ...headers, ...asked.headers } });
    for (const operation of OPERATIONS)
      keep(operation.operationId, questionOf(operation, withQuestion(asks.get(operation.operationId) ?? {})));
    for (const procedure of PROCEDURES)
      keep(procedure.name, callOf(procedure, inputOf(withQuestion(asks.get(procedure.name) ?? {}))));
    for (const page of PAGES) keep(page, { path: page, headers: { accept: 'text/html' } });
  }

  #preparePages({ token, code }: { readonly token: string; readonly code: string }): void {
    const paths = { '/s/': `/s/${token}`, '/s/2': `/s/${token}/2`, '/embed/': `/embed/${token}`, '/t/': `/t/${code}` };
    for (const page of PAGES) this.#asks.set(page, { ...this.#asks.get(page), path: paths[page] });
  }

  /** Sends all requests to a server, each with the tag of its last answer. */
  async verdicts(server: TestLectern, { grant }: Visitor): Promise<Verdicts> {
    const asked = [...this.#asks].map(async ([name, ask]) => {
      const tag = this.#tags.get(name);
      const headers = {
        ...ask.headers,
        ...(grant !== null && { authorization: `Link ${grant}` }),
        ...(tag !== undefined && { 'if-none-match': tag }),
      };
      const answer = await server.send({ ...ask, headers });
      const { etag } = answer.headers;
      if (etag !== undefined) this.#tags.set(name, etag);
      const verdict = name.startsWith('/') ? await verdictOfPage(server, answer, headers) : verdictOf(answer);
      if (ask.method !== 'GET') return [name, verdict] as const;
      // A request of the REST API for the headers alone is refused, too.
      const head = await server.send({ ...ask, headers, method: 'HEAD' });
      return [name, head.status < 400 === answer.status < 400 ? verdict : head.status] as const;
    });
    return Object.fromEntries(await Promise.all(asked));
  }
}

const codeSchema = z.custom<ErrorCode>(isErrorCode);
const refusalSchema = z.object({
  error: z.union([
    z.object({ code: codeSchema }),
    z.object({ data: z.object({ code: codeSchema }) }).transform(({ data }) => data),
  ]),
});

function verdictOf({ status, body }: Answer): Verdict | number {
  if (status < 400) return 'ok';
  return refusalSchema.safeParse(body).data?.error.code ?? status;
}

/** What the page tells the visitor. A short address leads to the page. */
async function verdictOfPage(server: TestLectern, answer: Answer, headers: Question['headers']): Promise<Verdict | number> {
  const { location } = answer.headers;
  if (location !== undefined)
    return verdictOfPage(server, await server.send({ path: location, ...(headers && { headers }) }), headers);
  const { first } = dataIn(answer.text);
  if (first.state === 'open') return 'ok';
  if (first.state === 'locked') return 'PASSWORD_REQUIRED';
  return first.state === 'ended' ? first.code : answer.status;
}

it('every operation below the address of a link is one of visitors', () => {
  const below = operations().filter(({ path }) => path.startsWith('/shared/'));
  expect(OPERATIONS.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(below.map(({ operationId }) => operationId)),
  );
});

type Made = Awaited<ReturnType<typeof OneLink.create>>;

interface Ending {
  readonly code: ErrorCode;
  readonly but?: Readonly<Record<string, Verdict>>;
  readonly password?: string;
  readonly end: (made: Made) => Promise<unknown>;
  /** Expiry by the clock sends no notice: what plays ends by its own time (`links/shared.test.ts`). */
  readonly byClock?: true;
}

const owner = ({ scene }: Made) => lectern.as(scene.owner);
const ENDINGS: Readonly<Record<string, Ending>> = {
  'is paused': { code: 'LINK_EXPIRED', but: LOCKED, end: ({ change }) => change({ paused: true }) },
  'has expired': {
    code: 'LINK_EXPIRED',
    but: LOCKED,
    end: ({ linkId }) => lectern.database.sql`update links set expires_at = now() where id = ${linkId}`,
    byClock: true,
  },
  'is deleted': { code: 'LINK_NOT_FOUND', end: (made) => owner(made).delete(made.link) },
  'has got a password': {
    code: 'PASSWORD_REQUIRED',
    but: { ...LOCKED, 'shared.unlock': 'ok' },
    end: ({ change }) => change({ password: PASSWORD }),
  },
  'has got another password': {
    code: 'PASSWORD_REQUIRED',
    but: { ...LOCKED, 'shared.unlock': 'WRONG_PASSWORD' },
    password: PASSWORD,
    end: ({ change }) => change({ password: 'another word' }),
  },
  'leads to a deck in the trash': { code: 'LINK_NOT_FOUND', end: (made) => owner(made).delete(made.deck) },
  'leads to a deck that was deleted for good': {
    code: 'LINK_NOT_FOUND',
    end: async (made) => {
      await owner(made).delete(made.deck);
      return owner(made).delete(`/api/trash/${made.id}`);
    },
  },
};

describe('a link that has ended', () => {
  it.each(Object.entries(ENDINGS))(
    'because it %s is refused in every operation, at once on every instance',
    async (_, { code, but, password, end, byClock }) => {
      const made = await OneLink.create(password === undefined ? {} : { password });
      const { scene, visitor } = made;
      const isLocked = password !== undefined;
      const pages = Object.fromEntries(PAGES.map((page) => [page, 'PASSWORD_REQUIRED'] as const));
      expect(await scene.verdicts(lectern, visitor)).toEqual(everywhere('ok', isLocked ? { ...LOCKED, ...pages } : {}));
      const there = new Visitor(other, { url: `/${visitor.token}` }, visitor.address);
      there.grant = visitor.grant;
      const [here, elsewhere] = [await visitor.open(), await there.open()];
      const streams = [await openEvents(lectern, visitor), await openEvents(other, there)];

      await end(made);
      expect(await scene.verdicts(other, visitor)).toEqual(everywhere(code, but));
      expect(await scene.verdicts(lectern, visitor)).toEqual(everywhere(code, but));
      for (const next of streams) {
        // First comes what happened before the end. What happens after it: `links/talk-revocation.test.ts`.
        await expect.poll(async () => (await next()) ?? null).toEqual({ name: 'ended', data: { code } });
        expect(await next()).toBeUndefined();
      }
      if (byClock) return;
      expect((await visitor.play(`${here}slides/1.html`)).status).toBe(404);
      await eventually(async () => (await there.play(`${elsewhere}slides/1.html`)).status === 404 || null);
    },
  );
});

describe('a right of a link that is taken away', () => {
  it('ends at once on another instance, and no other right with it', async () => {
    const made = await OneLink.create();
    const { scene, visitor, change, talkId, id, linkId } = made;
    const admin = await lectern.aUser({ role: 'admin' });
    const refused: Record<string, Verdict> = {};
    const expectRefused = async (step: () => Promise<unknown>, more: Readonly<Record<string, Verdict>>) => {
      await step();
      Object.assign(refused, more);
      // Each visitor may ask only a few questions.
      await lectern.database.sql`delete from talk_questions where talk_id = ${talkId} and asker_hash <> 'hash'`;
      expect(await scene.verdicts(other, visitor)).toEqual(everywhere('ok', refused));
    };
    await expectRefused(() => change({ showNotes: false, allowDownload: false }), {
      'shared.notes': 'FORBIDDEN',
      downloadShared: 'FORBIDDEN',
    });
    await expectRefused(() => change({ showDrawings: false, allowEmbedding: false }), {
      listSharedAnnotations: 'FORBIDDEN',
      'shared.embed': 'LINK_NOT_FOUND',
    });
    await expectRefused(() => called(scene, 'talks.update', { talkId, takesReactions: false }), {
      'sharedReactions.send': 'FORBIDDEN',
    });
    const questions = (code: ErrorCode) => ({
      'sharedQuestions.list': code,
      'sharedQuestions.ask': code,
      'sharedQuestions.vote': code,
    });
    await expectRefused(() => called(scene, 'talks.update', { talkId, takesQuestions: false }), questions('FORBIDDEN'));
    const noTalk = { ...questions('TALK_NOT_FOUND'), 'sharedReactions.send': 'TALK_NOT_FOUND' } as const;
    await expectRefused(() => called(scene, 'talks.end', { talkId }), noTalk);
    await expectRefused(() => called(scene, 'audiences.close', { id, linkId }), { '/t/': 'LINK_NOT_FOUND' });
    // A link belongs to its deck: it goes on without the person who made it.
    const user = `/api/admin/users/${scene.owner.id}`;
    await expectRefused(async () => {
      await lectern.as(admin).patch(user, { disabled: true });
      expect((await visitor.get()).status).toBe(200);
      await lectern.as(admin).delete(user);
    }, {});
  });
});
