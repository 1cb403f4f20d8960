import { expect } from 'vitest';
import { aClientAddress } from '#server/testing/client-address.ts';
import type { Answer } from '#server/testing/exchange.ts';
import type { TestLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { type ErrorCode, ERROR_STATUS } from '#shared/errors.ts';
import { type Remote, remoteListSchema, type Talk, talkListSchema, talkSchema } from '#shared/talks.ts';

export const WINDOW = 'window-of-tests';
export const at = (slideIndex: number, step?: number) => ({
  slideIndex,
  inner: step === undefined ? null : { index: 0, step },
});

type Caller = Pick<TestUser, 'cookie'> | null;

/** Calls procedures as the caller's browser does. */
export function procedures(lectern: TestLectern, caller: Caller) {
  const api = lectern.as(caller);
  return {
    ask: (name: string, input: unknown) => api.get(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`),
    call: (name: string, input: unknown) => api.post(`/api/trpc/${name}`, input),
  };
}

/** The data in a procedure's response. */
export function dataOf(answer: Answer): unknown {
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { result: { data?: unknown } }).result.data;
}

/** Expects a procedure to fail with this code. */
export function expectRefused(answer: Answer | undefined, code: ErrorCode): void {
  expect({ status: answer?.status, body: answer?.body }).toMatchObject({
    status: ERROR_STATUS[code],
    body: { error: { data: { code } } },
  });
}

/** A test server with helpers for talks. */
export class Stage {
  readonly lectern: TestLectern;

  constructor(lectern: TestLectern) {
    this.lectern = lectern;
  }

  start(presenter: TestUser, deck: Pick<DeckDetail, 'id' | 'currentVersionId'>, wish: object = {}): Promise<Answer> {
    const input = { deckId: deck.id, versionId: deck.currentVersionId, clientId: WINDOW, place: at(0), ...wish };
    return procedures(this.lectern, presenter).call('talks.start', input);
  }

  async aTalk(presenter: TestUser, deck: Pick<DeckDetail, 'id' | 'currentVersionId'>, wish: object = {}): Promise<Talk> {
    return talkSchema.parse(dataOf(await this.start(presenter, deck, wish)));
  }

  /** Creates a user with a deck of three slides that the team can see, and starts a talk. */
  async aPresenter(): Promise<{ presenter: TestUser; deck: DeckDetail; talk: Talk }> {
    const presenter = await this.lectern.aUser({ name: 'Petra' });
    const deck = await this.lectern.aDeck({ owner: presenter, title: 'Figures', slides: 3, visibility: 'team' });
    return { presenter, deck, talk: await this.aTalk(presenter, deck) };
  }

  move(presenter: TestUser, talk: Talk, change: object): Promise<Answer> {
    return procedures(this.lectern, presenter).call('talks.move', { talkId: talk.id, clientId: WINDOW, ...change });
  }

  async running(user: TestUser, deckId: string): Promise<Talk[]> {
    return talkListSchema.parse(dataOf(await procedures(this.lectern, user).ask('talks.list', { deckId }))).items;
  }

  /** Creates a pairing, and returns its code. */
  async aCode(presenter: TestUser, talk: Talk): Promise<string> {
    const { url } = dataOf(await procedures(this.lectern, presenter).call('talks.pair', { talkId: talk.id })) as { url: string };
    return new URL(url).hash.slice(1);
  }

  /** Claims a code, each time from a new address, because attempts are limited by address. */
  claim(code: string, name = 'Petras phone'): Promise<Answer> {
    const headers = { 'x-forwarded-for': aClientAddress() };
    return this.lectern.as(null).post('/api/trpc/remotes.claim', { code, name }, headers);
  }

  /** Creates a phone that the presenter has confirmed, or that still waits. */
  async aPhone(presenter: TestUser, talk: Talk, { confirmed = true } = {}): Promise<{ cookie: string; id: string }> {
    const answer = await this.claim(await this.aCode(presenter, talk));
    const { id } = dataOf(answer) as Remote;
    if (confirmed)
      dataOf(await procedures(this.lectern, presenter).call('talks.confirmRemote', { talkId: talk.id, remoteId: id }));
    return { id, cookie: answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '' };
  }

  async remotes(presenter: TestUser, talk: Talk): Promise<Remote[]> {
    return remoteListSchema.parse(dataOf(await procedures(this.lectern, presenter).ask('talks.remotes', { talkId: talk.id })))
      .items;
  }
}
