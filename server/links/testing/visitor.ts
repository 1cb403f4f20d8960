import type { OutgoingHttpHeaders } from 'node:http';
import { aClientAddress } from '#server/testing/client-address.ts';
import type { Answer } from '#server/testing/exchange.ts';
import type { TestLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { AUDIENCE_DATA_ID, type AudiencePageData } from '#shared/audience-page.ts';
import { type Link, linkSchema } from '#shared/links.ts';
import { linkGrantSchema } from '#shared/shared-decks.ts';
import { playbackSchema } from '#shared/playback.ts';

/** Someone with a link and no account. Their network is their own, unless it is given. */
export class Visitor {
  readonly #lectern: TestLectern;
  readonly token: string;
  readonly address: string;
  grant: string | null = null;

  constructor(lectern: TestLectern, { url }: Pick<Link, 'url'>, address = aClientAddress()) {
    this.#lectern = lectern;
    this.token = url.slice(url.lastIndexOf('/') + 1);
    this.address = address;
  }

  get(path = '', headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.#lectern.as(null).get(`/api/shared/${this.token}${path}`, { ...this.headers, ...headers });
  }

  post(path: string, body: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.#lectern.as(null).post(`/api/shared/${this.token}${path}`, body, { ...this.headers, ...headers });
  }

  async unlock(password: string): Promise<Answer> {
    const answer = await this.post('/unlock', { password });
    if (answer.status === 200) this.grant = linkGrantSchema.parse(answer.body).grant;
    return answer;
  }

  /** The path of the playback address. */
  async open(): Promise<string> {
    return new URL(playbackSchema.parse((await this.get('/playback')).body).baseUrl).pathname;
  }

  /** @param path as `open` returned it, with the path of a file in the package */
  play(path: string): Promise<Answer> {
    return this.#lectern.as(null).get(path, { 'x-forwarded-for': this.address });
  }

  get headers(): OutgoingHttpHeaders {
    return { 'x-forwarded-for': this.address, ...(this.grant !== null && { authorization: `Link ${this.grant}` }) };
  }
}

export async function aLink(lectern: TestLectern, who: TestUser, deckId: string, wish: object = {}): Promise<Link> {
  const answer = await lectern.as(who).post(`/api/decks/${deckId}/links`, wish);
  if (answer.status !== 201) throw new Error(`no link: ${answer.text}`);
  return linkSchema.parse(answer.body);
}

/** The answers to its first requests, which the page of a link contains. */
export function dataIn(html: string): AudiencePageData {
  const [, json = ''] =
    new RegExp(`<script type="application/json" id="${AUDIENCE_DATA_ID}">(.*?)</script>`, 's').exec(html) ?? [];
  return JSON.parse(json) as AudiencePageData;
}
