import type { OutgoingHttpHeaders } from 'node:http';
import type { Answer } from '#server/testing/exchange.ts';
import type { TestLectern } from '#server/testing/lectern.ts';
import { type DeckTrust, deckTrustSchema, playbackSchema } from '#shared/playback.ts';

const SLIDE = 'slides/1.html';

/** A user who plays decks, with a cookie or an API key. */
export class Viewer {
  readonly #lectern: TestLectern;
  readonly #headers: OutgoingHttpHeaders;

  constructor(lectern: TestLectern, headers: OutgoingHttpHeaders) {
    this.#lectern = lectern;
    this.#headers = headers;
  }

  /** Asks for the playback address of a deck. */
  async open(id: string): Promise<string> {
    const { body } = await this.#lectern.as(null).get(`/api/decks/${id}/playback`, this.#headers);
    return playbackSchema.parse(body).baseUrl;
  }

  trust(id: string): Promise<Answer> {
    const input = JSON.stringify({ id });
    return this.#lectern.as(null).get(`/api/trpc/playback.trust?${new URLSearchParams({ input }).toString()}`, this.#headers);
  }

  settle(id: string, change: object): Promise<Answer> {
    return this.#lectern.as(null).post('/api/trpc/playback.settle', { id, ...change }, this.#headers);
  }

  setTrust(id: string, answer: object): Promise<Answer> {
    return this.#lectern.as(null).post('/api/trpc/playback.setTrust', { id, ...answer }, this.#headers);
  }
}

/** The data in the response of a trust procedure. */
export function trustIn({ body }: Answer): DeckTrust {
  const { result } = body as { result: { data: unknown } };
  return deckTrustSchema.parse(result.data);
}

/** Requests the first slide of a deck from an instance, with the host of `baseUrl`. */
export function firstSlideAt(lectern: TestLectern, baseUrl: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
  const { host, pathname } = new URL(baseUrl);
  return lectern.as(null).get(`${pathname}${SLIDE}`, { host, ...headers });
}

/** The directives of a response's content policy, each with its sources. */
export function directivesOf({ headers }: Answer): Record<string, string[]> {
  const directives = String(headers['content-security-policy']).split(/; ?/);
  const split = directives.map((directive) => directive.split(' '));
  return Object.fromEntries(split.map(([name = '', ...sources]) => [name, sources]));
}

/** The error code in a procedure's error response. */
export function refusalIn({ body }: Answer): string {
  return (body as { error: { data: { code: string } } }).error.data.code;
}
