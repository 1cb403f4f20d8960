import { AsyncLocalStorage } from 'node:async_hooks';

/** What an event and a record of the log say about their request. */
export interface RequestScope {
  readonly requestId: string;
  readonly address: string;
  /** The user who sent it. Null: an anonymous caller, or not known yet. */
  personId: string | null;
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

/** Remembers who has sent the request. */
export function identifyRequest(personId: string): void {
  const scope = storage.getStore();
  if (scope !== undefined) scope.personId = personId;
}

/** What every record of the log says of the request during which it was written. */
export function loggedOfRequest(): Partial<Pick<RequestScope, 'requestId' | 'personId'>> {
  const scope = storage.getStore();
  if (scope === undefined) return {};
  const { requestId, personId } = scope;
  return personId === null ? { requestId } : { requestId, personId };
}
