interface Request {
  readonly name: string;
  readonly owner: string;
  readonly grant: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The Web Locks of one browser whose windows can crash. Supports exclusive locks in request order, `steal`, `signal` and
 * `ifAvailable`.
 */
export class FakeLocks {
  readonly #held = new Map<string, Request>();
  readonly #queue: Request[] = [];

  /** The lock manager as one window sees it. */
  of(owner: string): LockManager {
    const request = (name: string, ...rest: unknown[]): Promise<unknown> => this.#request(owner, name, rest);
    const query = async (): Promise<LockManagerSnapshot> => ({ held: [...this.#held.keys()].map((name) => ({ name })) });
    return { request, query } as LockManager;
  }

  windowDies(owner: string): void {
    for (const request of this.#queue.filter((one) => one.owner === owner)) this.#queue.splice(this.#queue.indexOf(request), 1);
    for (const [name, request] of this.#held) if (request.owner === owner) this.#release(name, request);
  }

  #request(owner: string, name: string, rest: unknown[]): Promise<unknown> {
    const run = rest.at(-1) as (lock: Lock | null) => unknown;
    const { steal = false, ifAvailable = false, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
    return new Promise((resolve, reject) => {
      const request: Request = { name, owner, reject, grant: () => void this.#run(request, run).then(resolve, reject) };
      signal?.addEventListener('abort', () => {
        const at = this.#queue.indexOf(request);
        if (at < 0) return;
        this.#queue.splice(at, 1);
        reject(new DOMException('', 'AbortError'));
      });
      const holder = this.#held.get(name);
      if (holder !== undefined && ifAvailable) return resolve(run(null));
      if (holder !== undefined && !steal) return void this.#queue.push(request);
      this.#held.set(name, request);
      holder?.reject(new DOMException('', 'AbortError'));
      return request.grant();
    });
  }

  async #run(request: Request, run: (lock: Lock) => unknown): Promise<unknown> {
    try {
      return await run({ name: request.name, mode: 'exclusive' });
    } finally {
      this.#release(request.name, request);
    }
  }

  #release(name: string, request: Request): void {
    if (this.#held.get(name) !== request) return;
    this.#held.delete(name);
    const next = this.#queue.findIndex((one) => one.name === name);
    const [granted] = next < 0 ? [] : this.#queue.splice(next, 1);
    if (granted === undefined) return;
    this.#held.set(name, granted);
    granted.grant();
  }
}
