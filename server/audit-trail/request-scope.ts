import { AsyncLocalStorage } from 'node:async_hooks';

/** What an event records about its request. */
export interface RequestScope {
  readonly requestId: string;
  readonly address: string;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs the handling of a request. All code that it calls can use `currentRequest`. */
export function inRequest<Result>(scope: RequestScope, work: () => Result): Result {
  return storage.run(scope, work);
}

/** Null outside of a request, when the server acts by itself. */
export function currentRequest(): RequestScope | null {
  return storage.getStore() ?? null;
}
