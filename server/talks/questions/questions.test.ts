import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { needsOneInstance } from '#server/db/testing/instances.ts';
import { openStream, type StreamEvent } from '#server/testing/event-stream.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { raceWith } from '#server/testing/race.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { open } from '#server/links/testing/visitor-events.ts';
import { aLink, Visitor } from '#server/links/testing/visitor.ts';
import { QUESTION_VOTES_MAX, QUESTIONS_OF_ASKER_MAX, QUESTIONS_OF_TALK_MAX } from '#shared/limits.ts';
import { questionListSchema, sharedQuestionListSchema, sharedQuestionSchema, talkTakesSchema } from '#shared/questions.ts';
import { remoteViewSchema, talkSchema } from '#shared/talks.ts';
import { OldTalksRepo } from '#server/talks/old-talks.repo.ts';
import { dataOf, expectRefused, procedures, Stage } from '#server/talks/testing/stage.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const stage = new Stage(lectern);

/** A talk that takes questions and reactions, with a link that is open for its audience. */
async function anAskedTalk(takes: object = { takesQuestions: true, takesReactions: true }) {
  const { presenter, deck, talk } = await stage.aPresenter();
  const link = await aLink(lectern, presenter, deck.id);
  dataOf(await procedures(lectern, presenter).call('audiences.open', { id: deck.id, linkId: link.id }));
  const api = lectern.as(presenter);
  expect((await api.patch(`/api/talks/${talk.id}`, takes)).status).toBe(200);
  const change = (questionId: string, what: string) =>
    api.patch(`/api/talks/${talk.id}/questions/${questionId}`, { change: what });
  return { presenter, deck, talk, link, api, change, visitor: new Visitor(lectern, link) };
}

/** The data of an event that must come. */
function dataIn(event: StreamEvent | null): unknown {
  if (event === null) throw new Error('the stream has ended');
  return event.data;
}

type Scene = Awaited<ReturnType<typeof anAskedTalk>>;

const aVoter = () => randomUUID();
const ask = (visitor: Visitor, text: string, more: object = {}) => visitor.post('/questions', { voter: aVoter(), text, ...more });
async function asked(visitor: Visitor, text: string, more: object = {}): Promise<string> {
  const answer = await ask(visitor, text, more);
  expect(answer.status, answer.text).toBe(201);
  return sharedQuestionSchema.parse(answer.body).id;
}
const vote = ({ link }: Pick<Scene, 'link'>, visitor: Visitor, questionId: string, voter: string, voted = true) =>
  lectern
    .as(null)
    .put(
      `/api/shared/${link.url.slice(link.url.lastIndexOf('/') + 1)}/questions/${questionId}/vote`,
      { voter, voted },
      visitor.headers,
    );
const listed = async (visitor: Visitor) => {
  const answer = await visitor.get('/questions');
  expect(answer.status, answer.text).toBe(200);
  return sharedQuestionListSchema.parse(answer.body).items;
};
const seenBy = async (api: ReturnType<typeof lectern.as>, talkId: string) =>
  questionListSchema.parse((await api.get(`/api/talks/${talkId}/questions`)).body).items;
const end = ({ presenter, talk }: Scene) => procedures(lectern, presenter).call('talks.end', { talkId: talk.id });

describe('a talk', () => {
  it('takes no questions and reactions before its presenter says so, each by itself', async () => {
    const { api, talk, visitor } = await anAskedTalk({});
    expectRefusal(await ask(visitor, 'Why?'), 'FORBIDDEN');
    expectRefusal(await visitor.get('/questions'), 'FORBIDDEN');
    expectRefusal(await visitor.post('/reactions', { reaction: 'clap' }), 'FORBIDDEN');
    expectRefusal(await api.post(`/api/talks/${talk.id}/questions`, { text: 'Why?' }), 'FORBIDDEN');
    const { body } = await api.patch(`/api/talks/${talk.id}`, { takesQuestions: true });
    expect(talkTakesSchema.parse(body)).toEqual({ takesQuestions: true, takesReactions: false });
    expect((await ask(visitor, 'Why?')).status).toBe(201);
    expectRefusal(await visitor.post('/reactions', { reaction: 'clap' }), 'FORBIDDEN');
    await api.patch(`/api/talks/${talk.id}`, { takesQuestions: false, takesReactions: true });
    expectRefusal(await ask(visitor, 'Why?'), 'FORBIDDEN');
    expect((await visitor.post('/reactions', { reaction: 'clap' })).status).toBe(204);
  });

  it('can take them from the beginning', async () => {
    const presenter = await lectern.aUser();
    const deck = await lectern.aDeck({ owner: presenter });
    const talk = await stage.aTalk(presenter, deck, { takesQuestions: true, takesReactions: true });
    expect(talk).toMatchObject({ takesQuestions: true, takesReactions: true, question: null });
  });

  it('tells visitors what it takes', async () => {
    const { api, talk, visitor } = await anAskedTalk({});
    const next = await open(lectern, visitor);
    expect(await next()).toMatchObject({ data: { talk: { takesQuestions: false, takesReactions: false, question: null } } });
    await api.patch(`/api/talks/${talk.id}`, { takesQuestions: true });
    expect(await next()).toMatchObject({ data: { talk: { takesQuestions: true, takesReactions: false } } });
  });
});

describe('a question', () => {
  it('is one line of text, with a name if one is given, and is stored as it is', async () => {
    const { api, talk, visitor } = await anAskedTalk();
    const hostile = '<img src=x onerror=alert(1)>"\'</script>&amp;';
    await asked(visitor, hostile, { name: '=HYPERLINK("x")' });
    expect(await listed(visitor)).toMatchObject([{ text: hostile, name: '=HYPERLINK("x")', votes: 0, status: 'open' }]);
    const member = lectern.as(await lectern.aUser({ name: 'Martha' }));
    await member.post(`/api/talks/${talk.id}/questions`, { text: 'Who?' });
    await member.post(`/api/talks/${talk.id}/questions`, { text: 'Where?', anonymous: true });
    const names = new Map((await seenBy(api, talk.id)).map(({ text, name }) => [text, name]));
    expect(names).toEqual(
      new Map([
        [hostile, '=HYPERLINK("x")'],
        ['Who?', 'Martha'],
        ['Where?', null],
      ]),
    );
    for (const wrong of [
      { text: '' },
      { text: 'x'.repeat(301) },
      { text: 'a\nb' },
      { text: 'a', name: ' ' },
      { text: 'a', voter: 'x' },
    ])
      expectRefusal(await visitor.post('/questions', { voter: aVoter(), ...wrong }), 'VALIDATION_FAILED');
  });

  it('is hidden from everyone but the presenter and those who may edit the deck', async () => {
    const scene = await anAskedTalk();
    const { api, talk, visitor } = scene;
    const questionId = await asked(visitor, 'Why?');
    expect((await scene.change(questionId, 'hide')).status).toBe(204);
    expect(await listed(visitor)).toEqual([]);
    expect(await seenBy(lectern.as(await lectern.aUser()), talk.id)).toEqual([]);
    expect(await seenBy(api, talk.id)).toMatchObject([{ id: questionId, status: 'hidden' }]);
    expectRefusal(await vote(scene, visitor, questionId, aVoter()), 'NOT_FOUND');
    await scene.change(questionId, 'open');
    expect(await listed(visitor)).toMatchObject([{ id: questionId, status: 'open' }]);
  });

  it('is listed by votes, open ones first', async () => {
    const scene = await anAskedTalk();
    const { visitor, change } = scene;
    const [first, second, third] = [await asked(visitor, '1'), await asked(visitor, '2'), await asked(visitor, '3')];
    for (const id of [second, third, third]) expect((await vote(scene, visitor, id, aVoter())).status).toBe(200);
    expect((await listed(visitor)).map(({ id }) => id)).toEqual([third, second, first]);
    await change(third, 'answer');
    expect((await listed(visitor)).map(({ id, status }) => [id, status])).toEqual([
      [second, 'open'],
      [first, 'open'],
      [third, 'answered'],
    ]);
  });

  it('is changed by the presenter only', async () => {
    const scene = await anAskedTalk();
    const questionId = await asked(scene.visitor, 'Why?');
    const path = `/api/talks/${scene.talk.id}/questions/${questionId}`;
    expectRefusal(await lectern.as(await lectern.aUser()).patch(path, { change: 'hide' }), 'FORBIDDEN');
    expectRefusal(await lectern.as(null).patch(path, { change: 'hide' }), 'UNAUTHENTICATED');
    const other = await anAskedTalk();
    expectRefusal(await other.change(questionId, 'show'), 'NOT_FOUND');
  });

  it('is kept after the talk, also when other talks are removed, and is listed with it', async () => {
    const scene = await anAskedTalk();
    const { deck, talk, api, visitor } = scene;
    await asked(visitor, 'Why?');
    const silent = await stage.aPresenter();
    dataOf(await end(scene));
    await procedures(lectern, silent.presenter).call('talks.end', { talkId: silent.talk.id });
    await sql`update talks set ended_at = now() - interval '40 days' where id in ${sql([talk.id, silent.talk.id])}`;
    await new OldTalksRepo(lectern.database.db).removeEnded(30);
    expect(await sql`select from talks where id = ${silent.talk.id}`).toHaveLength(0);
    expect(await seenBy(api, talk.id)).toMatchObject([{ text: 'Why?' }]);
    expect((await api.get(`/api/decks/${deck.id}/talks`)).body).toMatchObject({
      items: [{ talkId: talk.id, presenter: { name: 'Petra' }, questions: 1 }],
    });
    expectRefusal(await ask(visitor, 'And?'), 'TALK_NOT_FOUND');
    expectRefusal(await visitor.get('/questions'), 'TALK_NOT_FOUND');
    expectRefusal(await visitor.post('/reactions', { reaction: 'clap' }), 'TALK_NOT_FOUND');
    await sql`delete from decks where id = ${deck.id}`;
    expect(await sql`select from talk_questions where talk_id = ${talk.id}`).toHaveLength(0);
  });
});

describe('a vote', () => {
  it('counts once for each person, also when it is sent twice at the same time, and can be taken back', async () => {
    const scene = await anAskedTalk();
    const { visitor, talk } = scene;
    const questionId = await asked(visitor, 'Why?');
    const voter = aVoter();
    const answers = await Promise.all(Array.from({ length: 6 }, () => vote(scene, visitor, questionId, voter)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await listed(visitor)).toMatchObject([{ votes: 1 }]);
    await Promise.all(Array.from({ length: 5 }, () => vote(scene, visitor, questionId, aVoter())));
    expect(await listed(visitor)).toMatchObject([{ votes: 6 }]);
    await Promise.all([vote(scene, visitor, questionId, voter, false), vote(scene, visitor, questionId, voter, false)]);
    expect(await listed(visitor)).toMatchObject([{ votes: 5 }]);
    const member = lectern.as(await lectern.aUser());
    const path = `/api/talks/${talk.id}/questions/${questionId}/vote`;
    expect((await member.put(path, { voted: true })).body).toMatchObject({ votes: 6, voted: true });
    expect((await member.put(path, { voted: true })).body).toMatchObject({ votes: 6, voted: true });
    expect(await seenBy(member, talk.id)).toMatchObject([{ voted: true }]);
  });

  it('stores no text of visitors and no ids of members, and one person has other hashes in other talks', async () => {
    const [one, two] = [await anAskedTalk(), await anAskedTalk()];
    const voter = aVoter();
    for (const scene of [one, two]) await vote(scene, scene.visitor, await asked(scene.visitor, 'Why?', { voter }), voter);
    const rows = await sql<{ voter_hash: string }[]>`
      select voter_hash from talk_question_votes join talk_questions on id = question_id where talk_id in ${sql([one.talk.id, two.talk.id])}`;
    expect(new Set(rows.map(({ voter_hash: hash }) => hash)).size).toBe(2);
    for (const { voter_hash: hash } of rows) expect(hash).not.toContain(voter);
  });
});

describe('the limits', () => {
  it('of one person', async () => {
    const { visitor } = await anAskedTalk();
    const voter = aVoter();
    const answers = [];
    for (let nth = 0; nth <= QUESTIONS_OF_ASKER_MAX; nth += 1) answers.push(await ask(visitor, `${nth}`, { voter }));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(QUESTIONS_OF_ASKER_MAX).fill(201), 409]);
    expect((await ask(visitor, 'Another')).status).toBe(201);
  });

  it('of one talk, even with questions at the same time', async () => {
    const { talk, visitor } = await anAskedTalk();
    await sql`insert into talk_questions (id, talk_id, asker_hash, body, asked_at)
      select ${talk.id} || n, ${talk.id}, n, 'x', now() from generate_series(1, ${QUESTIONS_OF_TALK_MAX - 2}) n`;
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => ask(visitor, text)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
  });

  it('of votes', async () => {
    const scene = await anAskedTalk();
    const questionId = await asked(scene.visitor, 'Why?');
    await sql`update talk_questions set votes = ${QUESTION_VOTES_MAX} where id = ${questionId}`;
    expectRefusal(await vote(scene, scene.visitor, questionId, aVoter()), 'LIMIT_REACHED');
    expect(await sql`select from talk_question_votes where question_id = ${questionId}`).toHaveLength(0);
  });

  it('of one network through one link: 30 questions a minute', async () => {
    const { visitor, link } = await anAskedTalk();
    const statuses = [];
    for (let nth = 0; nth < 31; nth += 1) statuses.push((await ask(visitor, `${nth}`)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(201), 429]);
    expect((await ask(new Visitor(lectern, link), 'Another')).status).toBe(201);
  });

  it.skipIf(needsOneInstance('each instance counts the reactions of a network by itself'))(
    'of one network through one link: 300 reactions a minute',
    async () => {
      const { visitor, link } = await anAskedTalk();
      // At the same time, so that they are within a minute on any machine.
      const react = () => visitor.post('/reactions', { reaction: 'clap' });
      const answers = await Promise.all(Array.from({ length: 301 }, react));
      const refused = answers.filter(({ status }) => status !== 204);
      expect(refused).toHaveLength(1);
      for (const answer of refused) expectRefusal(answer, 'RATE_LIMITED');
      expect((await new Visitor(lectern, link).post('/reactions', { reaction: 'clap' })).status).toBe(204);
    },
  );
});

describe('a question that is shown', () => {
  it('replaces the slide for everyone who follows, until it is removed', async () => {
    const scene = await anAskedTalk();
    const { presenter, talk, visitor, change } = scene;
    const questionId = await asked(visitor, '<b>Why?</b>', { name: 'Ada' });
    const member = procedures(lectern, await lectern.aUser());
    const shown = async () => talkSchema.parse(dataOf(await member.ask('talks.get', { talkId: talk.id })));
    expect((await change(questionId, 'show')).status).toBe(204);
    const question = { id: questionId, text: '<b>Why?</b>', name: 'Ada' };
    expect(await shown()).toMatchObject({ blank: 'question', question });
    const next = await open(lectern, visitor);
    expect(await next()).toMatchObject({ data: { live: true, talk: { blank: 'question', question } } });
    await change(questionId, 'unshow');
    for (;;) {
      const { data } = (await next()) as { data: { talk?: { blank: string | null; question: unknown } } };
      if (data.talk === undefined) continue;
      expect(data.talk).toMatchObject({ blank: null, question: null });
      break;
    }
    // Like every screen in place of the slide, it goes when another one is shown.
    await change(questionId, 'show');
    await stage.move(presenter, talk, { blank: 'black' });
    expect(await shown()).toMatchObject({ blank: 'black', question: null });
    // What is hidden is not shown any more.
    await change(questionId, 'show');
    await change(questionId, 'hide');
    expect(await shown()).toMatchObject({ blank: null, question: null });
  });

  it('is chosen by its id: no window can send the screen itself', async () => {
    const { presenter, talk } = await anAskedTalk();
    expectRefused(await stage.move(presenter, talk, { blank: 'question' }), 'VALIDATION_FAILED');
  });

  it('is chosen on a paired phone, which lists the questions that are not hidden', async () => {
    const scene = await anAskedTalk();
    const { presenter, talk, visitor, change } = scene;
    const [first, second] = [await asked(visitor, 'First?'), await asked(visitor, 'Second?', { name: 'Ada' })];
    await change(first, 'hide');
    const phone = await stage.aPhone(presenter, talk);
    const stream = await openStream(lectern.address, 'remotes.stream', { cookie: phone.cookie });
    const view = async () => remoteViewSchema.parse((await stream.next())?.data);
    expect(await view()).toMatchObject({ questions: [{ id: second, text: 'Second?', name: 'Ada', votes: 0, status: 'open' }] });
    const command = (questionId: string, what: string) =>
      procedures(lectern, phone).call('remotes.command', { do: 'question', questionId, change: what });
    dataOf(await command(second, 'show'));
    expect(await view()).toMatchObject({ blank: 'question' });
    dataOf(await command(second, 'answer'));
    expect(await view()).toMatchObject({ questions: [{ id: second, status: 'answered' }] });
    expectRefused(await command(randomUUID(), 'show'), 'NOT_FOUND');
    await scene.api.patch(`/api/talks/${talk.id}`, { takesQuestions: false });
    expect(await view()).toMatchObject({ questions: null });
  });
});

describe('news', () => {
  it('of questions are sent once for many changes: only how many are open', async () => {
    const { visitor } = await anAskedTalk();
    const next = await open(lectern, visitor);
    expect(await next()).toMatchObject({ data: { talk: { takesQuestions: true } } });
    await Promise.all(Array.from({ length: 12 }, (_, nth) => ask(visitor, `${nth}`)));
    const heard: { open: number; withinMs: number }[] = [];
    while (heard.at(-1)?.open !== 12) {
      const { data } = (await next()) as { data: { questions: { open: number; withinMs: number } } };
      expect(Object.keys(data)).toEqual(['live', 'questions']);
      heard.push(data.questions);
    }
    expect(heard.length).toBeLessThan(12);
    expect(heard.at(-1)).toEqual({ open: 12, withinMs: 1000 });
  });

  it('of reactions are sums, for the presenter only', async () => {
    const { presenter, deck, visitor } = await anAskedTalk();
    const watch = { decks: [{ id: deck.id, since: null }] };
    const stream = await openStream(lectern.address, 'live.watch', {
      cookie: presenter.cookie,
      input: { streamId: 'stream-of-presenter', ...watch },
    });
    const other = await openStream(lectern.address, 'live.watch', {
      cookie: (await lectern.aUser()).cookie,
      input: { streamId: 'stream-of-another', ...watch },
    });
    await stream.next();
    const sent = [
      ['clap', 3],
      ['clap', 10],
      ['love', 1],
    ] as const;
    await Promise.all(sent.map(([reaction, count]) => visitor.post('/reactions', { reaction, count })));
    const sums: Record<string, number> = {};
    while (sums['clap'] !== 13 || sums['love'] !== 1) {
      const { kind, counts = {} } = dataIn(await stream.next()) as {
        kind: string;
        counts?: Record<string, number>;
      };
      if (kind !== 'reactions') continue;
      for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
    }
    await visitor.post('/questions', { voter: aVoter(), text: 'Why?' });
    for (;;) {
      const { kind } = dataIn(await other.next()) as { kind: string };
      expect(kind).not.toBe('reactions');
      if (kind === 'questions') break;
    }
    expectRefusal(await visitor.post('/reactions', { reaction: 'clap', count: 11 }), 'VALIDATION_FAILED');
    expectRefusal(await visitor.post('/reactions', { reaction: '<b>' }), 'VALIDATION_FAILED');
  });
});

describe('a visitor whose link ends while they ask', () => {
  const losses = [
    ['is paused', 'LINK_EXPIRED', (tx, { link }) => tx`update links set paused = true where id = ${link.id}`],
    ['is deleted', 'LINK_NOT_FOUND', (tx, { link }) => tx`delete from links where id = ${link.id}`],
    ['gets a password', 'PASSWORD_REQUIRED', (tx, { link }) => tx`update links set password_hash = 'x' where id = ${link.id}`],
    ['is closed', 'TALK_NOT_FOUND', (tx, { link }) => tx`delete from talk_audiences where link_id = ${link.id}`],
    [
      'is not needed any more: the talk has ended',
      'TALK_NOT_FOUND',
      (tx, { talk }) => tx`update talks set ended_at = now() where id = ${talk.id}`,
    ],
    [
      'is not asked: questions are switched off',
      'FORBIDDEN',
      (tx, { talk }) => tx`update talks set takes_questions = false where id = ${talk.id}`,
    ],
  ] as const satisfies readonly (readonly [string, string, (tx: Tx, scene: Scene) => Promise<unknown>])[];

  it.each(losses)('learns it: the link %s', async (_, code, lose) => {
    const scene = await anAskedTalk();
    const { answer, waited } = await raceWith(
      lectern,
      (tx) => lose(tx, scene),
      () => ask(scene.visitor, 'Why?'),
    );
    expect(waited).toBe(true);
    expectRefusal(answer, code);
    expect(await sql`select from talk_questions where talk_id = ${scene.talk.id}`).toHaveLength(0);
  });
});

type Tx = Parameters<Parameters<typeof raceWith>[1]>[0];
