import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aStroke } from '#server/live/testing/watching.ts';
import { at, dataOf, procedures, Stage } from '#server/talks/testing/stage.ts';
import { aLectern, type TestLectern } from '#server/testing/lectern.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type Event, open } from './testing/visitor-events.ts';
import { aLink, Visitor } from './testing/visitor.ts';

const SETTINGS = { TRUST_PROXY: '1' };
const lectern = await aLectern(SETTINGS);
/** Another server with the same database. Links end on the first one. */
const elsewhere = await aLectern({ ...SETTINGS, DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir });
const { sql } = lectern.database;
const stage = new Stage(lectern);
const PASSWORD = 'open sesame';

/** What an event is about: `talk`, `laser`, `ink`, `questions`, or its name. */
function kindOf({ name, data }: Event): string {
  const keys = name === 'talk' && typeof data === 'object' && data !== null ? Object.keys(data) : [];
  return keys.find((key) => key !== 'live') ?? name;
}

/** The events of a visitor, as they come. */
async function listen(where: TestLectern, visitor: Visitor) {
  const next = await open(where, visitor);
  const events: Event[] = [];
  const ended = (async () => {
    for (let event = await next(); event !== undefined; event = await next()) events.push(event);
  })();
  await eventually(() => events.length > 0);
  return { events, ended };
}

/** What a visitor was told of, in the order of the alphabet, except that the page is to read the link again. */
function kindsOf(events: readonly Event[]): string[] {
  return [...new Set(events.map(kindOf))].filter((kind) => kind !== 'version').toSorted();
}

/** A running talk that is open to a link, and to another one of the deck. Visitors of both are on both servers. */
async function aTalkWithVisitors(password: string | null = null) {
  const presenter = await lectern.aUser({ name: 'Petra' });
  const deck = await lectern.aDeck({ owner: presenter, slides: 3 });
  const link = await aLink(lectern, presenter, deck.id, { showDrawings: true, password });
  const other = await aLink(lectern, presenter, deck.id, { showDrawings: true });
  for (const { id } of [link, other])
    dataOf(await procedures(lectern, presenter).call('audiences.open', { id: deck.id, linkId: id }));
  const talk = await stage.aTalk(presenter, deck, { takesQuestions: true });
  const visitor = new Visitor(lectern, link);
  if (password !== null) await visitor.unlock(password);
  const everywhere = (who: Visitor) => Promise.all([lectern, elsewhere].map((where) => listen(where, who)));
  const [streams, witnesses] = [await everywhere(visitor), await everywhere(new Visitor(lectern, other))];
  const api = lectern.as(presenter);
  return {
    deckPath: `/api/decks/${deck.id}`,
    linkPath: `/api/decks/${deck.id}/links/${link.id}`,
    linkId: link.id,
    talkId: talk.id,
    api,
    change: (to: object) => api.patch(`/api/decks/${deck.id}/links/${link.id}`, to),
    streams,
    /** Points, draws, has a question and moves. Waits for the visitors of the other link, and returns what they were told of. */
    present: async () => {
      dataOf(await procedures(lectern, presenter).call('talks.pointLaser', { talkId: talk.id, dot: { x: 0.5, y: 0.5 } }));
      const drawn = await api.post(`/api/decks/${deck.id}/annotations/0/strokes`, { add: [aStroke()] });
      expect(drawn.status).toBe(200);
      const event = { kind: 'questions', deckId: deck.id, talkId: talk.id, open: 1 };
      await sql`select pg_notify('lectern_live', ${JSON.stringify({ kind: 'broadcast', event, to: null })})`;
      await eventually(() => witnesses.every(({ events }) => ['laser', 'ink'].every((kind) => kindsOf(events).includes(kind))));
      dataOf(await stage.move(presenter, talk, { place: at(1) }));
      await eventually(() => witnesses.every(({ events }) => JSON.stringify(events).includes('"slideIndex":1')));
      return kindsOf(witnesses.flatMap(({ events }) => events));
    },
  };
}

type Scene = Awaited<ReturnType<typeof aTalkWithVisitors>>;

/**
 * Runs `work` while no server can look up links to end streams, because a table that this needs is locked. Requests and what is sent of
 * talks do not need it.
 */
async function whileStreamsCannotEnd(work: () => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table deck_settings in access exclusive mode`;
    await work();
  });
}

interface Ending {
  readonly code: ErrorCode;
  readonly password?: string;
  readonly end: (scene: Scene) => Promise<unknown>;
  /** Nothing can happen in the talk after it. */
  readonly ofDeck?: true;
}

/** As in `rest/ended-links.test.ts`. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  'is paused': { code: 'LINK_EXPIRED', end: ({ change }) => change({ paused: true }) },
  'has expired': { code: 'LINK_EXPIRED', end: ({ linkId }) => sql`update links set expires_at = now() where id = ${linkId}` },
  'is deleted': { code: 'LINK_NOT_FOUND', end: ({ api, linkPath }) => api.delete(linkPath) },
  'has got a password': { code: 'PASSWORD_REQUIRED', end: ({ change }) => change({ password: PASSWORD }) },
  'has got another password': {
    code: 'PASSWORD_REQUIRED',
    password: PASSWORD,
    end: ({ change }) => change({ password: 'another word' }),
  },
  'leads to a deck in the trash': { code: 'LINK_NOT_FOUND', end: ({ api, deckPath }) => api.delete(deckPath), ofDeck: true },
};

describe('visitors on every instance are told nothing that happens after their link has ended', () => {
  it.each(Object.entries(ENDINGS))(
    'because it %s, however late their streams end',
    async (_, { code, password, end, ofDeck }) => {
      const scene = await aTalkWithVisitors(password);
      const going = ofDeck ? await aTalkWithVisitors() : scene;
      const before = scene.streams.map(({ events }) => events.length);
      await whileStreamsCannotEnd(async () => {
        await end(scene);
        expect(await going.present()).toEqual(['ink', 'laser', 'questions', 'talk']);
      });
      for (const [index, { events, ended }] of scene.streams.entries()) {
        await ended;
        expect(events.slice(before[index])).toEqual([{ name: 'ended', data: { code } }]);
      }
    },
  );
});

interface Loss {
  readonly lose: (scene: Scene) => Promise<unknown>;
  /** What the visitors are told of after it. */
  readonly told: readonly string[];
}

/** Each is written to the database without a notice, as if the notice had been lost. */
const LOSSES: Readonly<Record<string, Loss>> = {
  'the drawings, because the link does not show them': {
    lose: ({ linkId }) => sql`update links set show_drawings = false where id = ${linkId}`,
    told: ['ended', 'laser', 'questions', 'talk'],
  },
  'the questions, because the talk does not take them': {
    lose: ({ talkId }) => sql`update talks set takes_questions = false where id = ${talkId}`,
    told: ['ended', 'ink', 'laser', 'talk'],
  },
  'the talk, because the link is not open for its audience': {
    lose: ({ linkId }) => sql`delete from talk_audiences where link_id = ${linkId}`,
    told: ['ended', 'talk'],
  },
};

describe('visitors on every instance are told nothing more of what was taken away', () => {
  it.each(Object.entries(LOSSES))('%s any more', async (_, { lose, told }) => {
    const scene = await aTalkWithVisitors();
    const before = scene.streams.map(({ events }) => events.length);
    await lose(scene);
    await scene.present();
    await scene.change({ paused: true });
    for (const [index, { events, ended }] of scene.streams.entries()) {
      await ended;
      expect(kindsOf(events.slice(before[index]))).toEqual(told);
    }
  });
});
