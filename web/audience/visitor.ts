import type { Playback } from '#shared/playback.ts';
import type { SharedDeck } from '#shared/shared-decks.ts';

/** A response that is no success: its status, and the code of the error envelope. */
export class Refusal extends Error {
  readonly code: string;
  /** Seconds after which another try makes sense; null if the server does not say. */
  readonly retryAfter: number | null;

  constructor(code: string, retryAfter: number | null) {
    super(code);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** Whether the link has ended, or its password has changed: this page can show nothing any more. */
  get isEnd(): boolean {
    return ['LINK_NOT_FOUND', 'LINK_EXPIRED', 'PASSWORD_REQUIRED'].includes(this.code);
  }
}

/** What a visitor sees: the deck of a link, and where its files are. */
export interface Opened {
  readonly shared: SharedDeck;
  readonly playback: Playback;
}

/** Someone who has a link: asks the server with the link's token and, if it has a password, with the grant. */
export class Visitor {
  readonly token: string;
  readonly #key: string;

  constructor(token: string) {
    this.token = token;
    this.#key = `lectern.link.${token}`;
    this.#grant = read(`${this.#key}.grant`);
    this.#answer = read(`${this.#key}.answer`);
    this.#draft = read(`${this.#key}.draft`) ?? '';
  }

  #grant: string | null;

  /** Whether a password was entered. */
  get isGranted(): boolean {
    return this.#grant !== null;
  }

  set grant(grant: string | null) {
    this.#grant = grant;
    write(`${this.#key}.grant`, grant);
  }

  /** What the visitor has entered because the link asks for it, as JSON. This tab keeps it, so that it does not ask again. */
  get answer(): string | null {
    return this.#answer;
  }

  set answer(answer: string | null) {
    this.#answer = answer;
    write(`${this.#key}.answer`, answer);
  }

  #answer: string | null;

  /** A question that the visitor has begun to write and not sent. It outlives the player, which ends with the link or the version. */
  get draft(): string {
    return this.#draft;
  }

  set draft(draft: string) {
    this.#draft = draft;
    write(`${this.#key}.draft`, draft || null);
  }

  #draft: string;

  /** The visit of this page; null if none has begun. Another page, or the same one loaded again, begins another one. */
  visitId: string | null = null;

  /** The address of an operation of the link. */
  address(path = ''): string {
    return `/api/shared/${this.token}${path}`;
  }

  /** @throws Refusal; TypeError without a connection */
  async ask(path = '', init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#grant !== null) headers.set('Authorization', `Link ${this.#grant}`);
    const response = await fetch(this.address(path), { ...init, headers, credentials: 'omit', cache: 'no-store' });
    if (response.ok) return response;
    const wait = Number(response.headers.get('Retry-After') ?? Number.NaN);
    throw new Refusal(await codeOf(response), Number.isFinite(wait) ? wait : null);
  }

  /** Sends JSON. */
  async send(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
    const headers = { 'Content-Type': 'application/json' };
    return this.ask(path, { method: 'POST', body: JSON.stringify(body), headers, ...init });
  }

  /** A picture as an address of this page; null if there is none. */
  async picture(path: string): Promise<string | null> {
    const response = await this.ask(path).catch(() => null);
    return response === null ? null : URL.createObjectURL(await response.blob());
  }

  /** What the link shows now. */
  async open(): Promise<Opened> {
    const [shared, playback] = await Promise.all([this.ask(), this.ask('/playback')]);
    return { shared: (await shared.json()) as SharedDeck, playback: (await playback.json()) as Playback };
  }
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Storage is unavailable in frames of other sites in some browsers. The page then forgets when it is loaded again. */
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
