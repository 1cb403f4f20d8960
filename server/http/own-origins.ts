interface Options {
  /** The origin where decks play, if it is a separate one; it is never an origin of the application. */
  readonly playback?: string | null;
  /** The addresses at which other devices in the network reach this server now. */
  readonly lanAddresses?: () => readonly string[];
}

/**
 * The origins at which browsers may use the application: `BASE_URL`. While that has its default (localhost), also the loopback
 * addresses and the machine's own addresses in its network, with the same port, because people open those too. A page at such an
 * address comes from this server, and no other site can have it.
 */
export class OwnOrigins {
  readonly base: string;
  readonly #fixed: readonly string[];
  readonly #lan: () => readonly string[];

  constructor(baseUrl: string | null, port: number, { playback = null, lanAddresses = () => [] }: Options = {}) {
    this.base = baseUrl ?? `http://localhost:${port}`;
    const loopback = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`].filter((origin) => origin !== playback);
    this.#fixed = baseUrl === null ? [this.base, ...loopback] : [this.base];
    this.#lan = () =>
      baseUrl === null
        ? lanAddresses()
            .map((address) => `http://${address}:${port}`)
            .filter((origin) => origin !== playback)
        : [];
  }

  /** All of them, `base` first. */
  get all(): readonly string[] {
    return [...this.#fixed, ...this.#lan()];
  }

  /** The origins at which other devices in the network reach the application, while `base` has its default. */
  get inNetwork(): readonly string[] {
    return this.#lan();
  }

  has = (origin: string): boolean => this.#fixed.includes(origin) || this.#lan().includes(origin);

  isHost(host: string | undefined): boolean {
    return this.#withHost(host) !== undefined;
  }

  /** The own origin that a request was sent to, by its Host header. Returns `base` for any other host. */
  ofHost(host: string | undefined): string {
    return this.#withHost(host) ?? this.base;
  }

  #withHost(host: string | undefined): string | undefined {
    const isIt = (origin: string): boolean => new URL(origin).host === host?.toLowerCase();
    return this.#fixed.find(isIt) ?? this.#lan().find(isIt);
  }

  get isSecure(): boolean {
    return this.base.startsWith('https:');
  }
}
