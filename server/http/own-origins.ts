/**
 * The addresses under which browsers may use the service: `BASE_URL`, and while that is the default
 * (localhost) the loopback addresses at the same port, since people open those too.
 */
export class OwnOrigins {
  readonly base: string;
  readonly all: readonly string[];
  readonly #byHost: ReadonlyMap<string, string>;

  constructor(baseUrl: string | null, port: number) {
    this.base = baseUrl ?? `http://localhost:${port}`;
    this.all = baseUrl === null ? [this.base, `http://127.0.0.1:${port}`, `http://[::1]:${port}`] : [this.base];
    this.#byHost = new Map(this.all.map((origin) => [new URL(origin).host, origin]));
  }

  has = (origin: string): boolean => this.all.includes(origin);

  /** The own origin that a request came to, by its Host header; one that is not ours gets `base`. */
  ofHost(host: string | undefined): string {
    return this.#byHost.get(host?.toLowerCase() ?? '') ?? this.base;
  }

  get isSecure(): boolean {
    return this.base.startsWith('https:');
  }
}
