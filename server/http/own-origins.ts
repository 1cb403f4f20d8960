/**
 * The origins at which browsers may use the application: `BASE_URL`. While that has its default (localhost), also the loopback
 * addresses with the same port, because people open those too.
 */
export class OwnOrigins {
  readonly base: string;
  readonly all: readonly string[];
  readonly #byHost: ReadonlyMap<string, string>;

  /** @param playback the origin where decks play, if it is a separate one; it is never an origin of the application */
  constructor(baseUrl: string | null, port: number, playback: string | null = null) {
    this.base = baseUrl ?? `http://localhost:${port}`;
    const loopback = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`].filter((origin) => origin !== playback);
    this.all = baseUrl === null ? [this.base, ...loopback] : [this.base];
    this.#byHost = new Map(this.all.map((origin) => [new URL(origin).host, origin]));
  }

  has = (origin: string): boolean => this.all.includes(origin);

  isHost(host: string | undefined): boolean {
    return this.#byHost.has(host?.toLowerCase() ?? '');
  }

  /** The own origin that a request was sent to, by its Host header. Returns `base` for any other host. */
  ofHost(host: string | undefined): string {
    return this.#byHost.get(host?.toLowerCase() ?? '') ?? this.base;
  }

  get isSecure(): boolean {
    return this.base.startsWith('https:');
  }
}
