import { createHash, randomUUID } from 'node:crypto';
import { eventually } from '#server/db/testing/eventually.ts';
import { Screen } from '#server/live/testing/screen.ts';
import { apiOf } from '#server/testing/api.ts';
import { type Answer, exchange } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aPackage } from '#server/testing/packages.ts';
import { deckDetailSchema } from '#shared/decks.ts';
import { isCertain, type KnownDeck, type Place, type PossibleDeck, ViolationError, Written } from './ledger.ts';
import type { Random } from './random.ts';

/** A client makes no further decks when it has as many. */
const DECKS_MAX = 12;
/** The largest random file in a package. */
const NOISE_BYTES = 200_000;
/** What a server may answer while something is broken. 429: uploads of the same person that still wait for it. */
const REFUSALS = new Set([429, 503, 507]);
/** A package is also refused if its verification takes twenty seconds, as it may on a machine that does much else. */
const READER_ENDED = 'E_TOO_LARGE';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Wish {
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array | string;
}

/** Who makes requests, and where. */
interface Origin {
  readonly cookie: string;
  /** Of the instances; each request goes to any of them. */
  readonly addresses: readonly string[];
  /** Sent with each request. They may change. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface SlowRequest {
  readonly milliseconds: number;
  /** Method, path and status. */
  readonly what: string;
}

/** A person whose browser makes requests one after the other, at any of the addresses, and remembers what was acknowledged. */
export class Client {
  readonly decks: KnownDeck[] = [];
  /** What requests may have made that were not acknowledged. */
  readonly possible: PossibleDeck[] = [];
  /** Draws the strokes of the first deck from events. */
  readonly screen: Screen;
  /** How many requests have succeeded, and how many have not. */
  readonly counts = { succeeded: 0, failed: 0 };
  #slowest: SlowRequest = { milliseconds: 0, what: 'none' };
  readonly #random: Random;
  readonly #cookie: string;
  readonly #addresses: readonly string[];
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ cookie, addresses, headers }: Origin, random: Random) {
    this.#random = random;
    this.#cookie = cookie;
    this.#addresses = addresses;
    this.#headers = headers;
    this.screen = new Screen(cookie);
  }

  /** The deck whose strokes the screen shows. It is never deleted. */
  get watched(): KnownDeck | undefined {
    return this.decks[0];
  }

  /** Makes one request of a random kind. @throws ViolationError */
  async act(): Promise<void> {
    const usable = this.decks.filter(isCertain);
    const mayUpload = this.decks.length + this.possible.length < DECKS_MAX;
    // Uploads have the most steps. With all decks, room is made for the next one.
    const isTurnOfUpload = this.#random.next() < 0.25;
    if (mayUpload && (usable.length === 0 || isTurnOfUpload)) return this.upload();
    // What is uncertain is not changed again before the check after the round has settled it.
    if (usable.length === 0) return this.#download(this.#random.pick(this.decks));
    const deck = this.#random.pick(usable);
    if (deck.place.last === 'gone') return this.#forget(deck);
    if (deck.place.last === 'trash')
      return !isTurnOfUpload && this.#random.next() < 0.5 ? this.#recover(deck) : this.#purge(deck);
    const [watched] = this.decks;
    if (isTurnOfUpload && deck !== watched) return this.#trash(deck);
    const acts = [
      () => this.#note(deck),
      () => this.#draw(deck),
      () => this.#download(deck),
      () => this.#downloadRange(deck),
      () => this.#newVersion(deck),
      () => this.#duplicate(deck),
      () => this.#link(deck),
    ];
    if (deck !== watched) acts.push(() => this.#trash(deck));
    return this.#random.pick(acts)();
  }

  async upload(): Promise<void> {
    const { bytes, digest } = await this.#aPackage();
    // As a browser does that has lost its answer: the same key again, which must not make a second deck.
    const key = randomUUID();
    const form = anUpload(bytes);
    const send = () => this.#ask('POST', '/api/decks', { ...form, headers: { ...form.headers, 'idempotency-key': key } });
    const answer = (await send()) ?? (await send());
    if (answer === null) this.possible.push({ digest, note: null });
    else this.#keep(deckDetailSchema.parse(answer.body).id, { digest, note: null });
  }

  /**
   * Takes over a deck that was made by a request that was not acknowledged.
   *
   * @returns whether there was such a request
   */
  adopt(id: string, digest: string): boolean {
    const at = this.possible.findIndex((each) => each.digest === digest);
    const [made] = at < 0 ? [] : this.possible.splice(at, 1);
    if (made !== undefined) this.#keep(id, made);
    return made !== undefined;
  }

  /**
   * The current state of the server, for the check of what is known. For as long as a connection to the database may take that began during the
   * fault, a healthy server may still answer that it is not available.
   */
  async read(path: string): Promise<Answer> {
    const api = apiOf((question) => exchange(this.#address(), question), this.#cookie);
    return eventually(async () => {
      const answer = await api.get(path);
      return answer.status === 503 ? undefined : answer;
    });
  }

  /** The request that has taken longest since this was last asked. */
  takeSlowest(): SlowRequest {
    const slowest = this.#slowest;
    this.#slowest = { milliseconds: 0, what: 'none' };
    return slowest;
  }

  connectScreen(): void {
    if (this.watched !== undefined && this.screen.isCut) this.screen.connect(this.#address(), this.watched.id);
    this.screen.take();
  }

  #address(): string {
    return this.#random.pick(this.#addresses);
  }

  async #aPackage() {
    const noise = this.#random.bytes(this.#random.between(1, NOISE_BYTES));
    const bytes = await aPackage({ title: `Deck ${this.#random.between(1, 1e6)}`, files: { 'noise.png': noise } });
    return { bytes, digest: digestOf(bytes) };
  }

  /** Null if it is unknown whether the request has succeeded, or if it was refused for a reason of the fault. */
  async #ask(
    method: Method,
    path: string,
    { headers, body }: Wish = {},
    expected: readonly number[] = [],
  ): Promise<Answer | null> {
    const question = {
      method,
      path,
      headers: { cookie: this.#cookie, ...this.#headers, ...headers },
      ...(body !== undefined && { body }),
    };
    const began = performance.now();
    const answer = await exchange(this.#address(), question).catch(() => null);
    const milliseconds = Math.round(performance.now() - began);
    if (milliseconds > this.#slowest.milliseconds)
      this.#slowest = { milliseconds, what: `${method} ${path}, ${answer?.status ?? 'broken off'}` };
    this.counts[answer !== null && answer.status < 300 ? 'succeeded' : 'failed'] += 1;
    if (answer === null || REFUSALS.has(answer.status) || answer.text.includes(READER_ENDED)) return null;
    if (answer.status < 300 || expected.includes(answer.status)) return answer;
    throw new ViolationError(`${method} ${path} was answered with ${answer.status}: ${answer.text.slice(0, 300)}`);
  }

  #json(body: unknown): Wish {
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }

  #keep(id: string, { digest, note }: PossibleDeck): void {
    if (this.decks.some((deck) => deck.id === id)) return;
    const place = new Written<Place>('library');
    this.decks.push({ id, digest: new Written(digest), place, note: new Written(note), strokes: new Set() });
  }

  async #newVersion({ id, digest: current }: KnownDeck): Promise<void> {
    const { bytes, digest } = await this.#aPackage();
    const answer = await this.#ask('POST', `/api/decks/${id}/versions`, anUpload(bytes));
    if (answer === null) current.leaveOpen(digest);
    else current.acknowledge(digest);
  }

  async #duplicate({ id, digest, note }: KnownDeck): Promise<void> {
    if (this.decks.length + this.possible.length >= DECKS_MAX) return;
    const made = { digest: digest.last, note: note.last };
    const answer = await this.#ask('POST', `/api/decks/${id}/duplicate`, this.#json({}));
    if (answer === null) this.possible.push(made);
    else this.#keep(deckDetailSchema.parse(answer.body).id, made);
  }

  async #note({ id, note }: KnownDeck): Promise<void> {
    const body = `note ${this.#random.between(1, 1e9)}`;
    const answer = await this.#ask('PUT', `/api/decks/${id}/notes/0`, this.#json({ body }));
    if (answer === null) note.leaveOpen(body);
    else note.acknowledge(body);
  }

  async #draw({ id, strokes }: KnownDeck): Promise<void> {
    const stroke = {
      id: randomUUID(),
      tool: 'pen',
      color: '#d9542b',
      width: 4,
      points: [
        [1, 2],
        [3, 4],
      ],
    };
    const answer = await this.#ask('POST', `/api/decks/${id}/annotations/0/strokes`, this.#json({ add: [stroke] }));
    if (answer !== null) strokes.add(stroke.id);
  }

  async #link({ id }: KnownDeck): Promise<void> {
    await this.#ask('POST', `/api/decks/${id}/links`, this.#json({ name: 'For guests' }), [409]);
  }

  async #download({ id, digest, place }: KnownDeck): Promise<void> {
    const answer = await this.#ask('GET', `/api/decks/${id}/blob`, {}, place.isCertain ? [] : [404]);
    if (answer !== null && answer.status !== 404 && !digest.allows(digestOf(answer.bytes)))
      throw new ViolationError(`the download of deck ${id} has ${answer.bytes.length} bytes that were not uploaded`);
  }

  async #downloadRange({ id }: KnownDeck): Promise<void> {
    const [from, length] = [this.#random.between(0, 500), this.#random.between(1, 500)];
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    const answer = await this.#ask('GET', `/api/decks/${id}/blob`, { headers });
    if (answer !== null && (answer.status !== 206 || answer.bytes.length !== length))
      throw new ViolationError(`a range of ${length} bytes was answered with ${answer.status} and ${answer.bytes.length} bytes`);
  }

  async #trash({ id, place }: KnownDeck): Promise<void> {
    const answer = await this.#ask('DELETE', `/api/decks/${id}`);
    if (answer === null) place.leaveOpen('trash');
    else place.acknowledge('trash');
  }

  async #recover({ id, place }: KnownDeck): Promise<void> {
    const answer = await this.#ask('POST', `/api/trash/${id}/restore`);
    if (answer === null) place.leaveOpen('library');
    else place.acknowledge('library');
  }

  async #purge({ id, place }: KnownDeck): Promise<void> {
    const answer = await this.#ask('DELETE', `/api/trash/${id}`);
    if (answer === null) place.leaveOpen('gone');
    else place.acknowledge('gone');
  }

  #forget(deck: KnownDeck): void {
    this.decks.splice(this.decks.indexOf(deck), 1);
  }
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
