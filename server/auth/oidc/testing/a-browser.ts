import { exchange, type Answer } from '#server/testing/exchange.ts';

/** A browser without pages: it keeps cookies by host and follows redirects between servers. */
export class ABrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** The `Cookie` header for an address. Browsers do not tell ports apart, but the servers of tests have different cookies. */
  cookiesFor(address: string): string {
    const kept = this.#cookies.get(new URL(address).host) ?? new Map<string, string>();
    return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get(address: string): Promise<Answer> {
    return this.#ask(address, 'GET');
  }

  async post(address: string, body: unknown): Promise<Answer> {
    return this.#ask(address, 'POST', JSON.stringify(body));
  }

  /** Opens an address and follows redirects until `stopsAt` or an answer that is none. Returns the last address and answer. */
  async open(
    address: string,
    stopsAt: (address: string) => boolean = () => false,
  ): Promise<{ address: string; answer: Answer | null }> {
    let at = address;
    for (let step = 0; step < 20; step += 1) {
      if (stopsAt(at)) return { address: at, answer: null };
      const answer = await this.get(at);
      if (answer.status < 300 || answer.status >= 400) return { address: at, answer };
      at = new URL(answer.headers.location ?? '', at).href;
    }
    throw new Error(`too many redirects, the last to ${at}`);
  }

  async #ask(address: string, method: string, body?: string): Promise<Answer> {
    const { origin, host, pathname, search } = new URL(address);
    const cookie = this.cookiesFor(address);
    const answer = await exchange(origin, {
      method,
      path: `${pathname}${search}`,
      headers: { ...(cookie !== '' && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    const kept = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, kept);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) kept.delete(name);
      else kept.set(name, value);
    }
    return answer;
  }
}
