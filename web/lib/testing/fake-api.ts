import { vi } from 'vitest';
import type { SignedIn } from '#web/lib/session.ts';

interface Call {
  readonly name: string;
  readonly headers: Headers;
}

/** Answers the requests of the application in a test of a component. */
export class FakeApi {
  /** The procedures that were called, in order. */
  readonly calls: Call[] = [];
  readonly #answers = new Map<string, (input: unknown) => unknown>();

  /** Replaces `fetch`. Requests without an answer fail like a lost connection. */
  static install(): FakeApi {
    const api = new FakeApi();
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => api.#respond(new Request(input, init)));
    return api;
  }

  /** Answers calls of a procedure with what `answer` returns. */
  on(procedure: string, answer: (input: unknown) => unknown): this {
    this.#answers.set(procedure, answer);
    return this;
  }

  async #respond(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/api/auth/get-session') return Response.json(SESSION);
    const names = pathname.replace('/api/trpc/', '').split(',');
    const text = request.method === 'GET' ? (searchParams.get('input') ?? '{}') : await request.text();
    const inputs = JSON.parse(text) as Record<string, unknown>;
    this.calls.push(...names.map((name) => ({ name, headers: request.headers })));
    return Response.json(
      await Promise.all(
        names.map(async (name, at) => {
          const answer = this.#answers.get(name);
          if (answer === undefined) throw new TypeError(`no answer for ${name}`);
          return { result: { data: await answer(inputs[String(at)]) } };
        }),
      ),
    );
  }
}

/** The signed-in user of `FakeApi`. */
export const ANA = { id: 'ana', name: 'Ana' };

const SESSION: SignedIn = {
  session: { id: 's', createdAt: '2026-01-31T09:30:00.000Z', expiresAt: '2027-01-31T09:30:00.000Z' },
  user: { ...ANA, email: 'ana@example.com', role: 'user', createdAt: '2026-01-31T09:30:00.000Z' },
  withheld: null,
};
