/**
 * A session that ends while somebody works is renewed in place: every call that was refused waits
 * here until they have signed in again, and is then sent once more, so that nothing typed is lost.
 */
let waiting: PromiseWithResolvers<boolean> | null = null;
let armed = false;
const listeners = new Set<() => void>();

export const sessionRenewal = {
  /** From now on a 401 means an ended session; before, it only means that nobody has signed in yet. */
  arm: (signedIn: boolean): void => {
    armed = signedIn;
  },

  /** Resolves with whether there is a session again. All callers share one question. */
  ask: (): Promise<boolean> => {
    if (!armed) return Promise.resolve(false);
    waiting ??= Promise.withResolvers<boolean>();
    tell();
    return waiting.promise;
  },

  settle: (renewed: boolean): void => {
    const answer = waiting;
    waiting = null;
    armed = renewed;
    answer?.resolve(renewed);
    tell();
  },

  isWanted: (): boolean => waiting !== null,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function tell(): void {
  for (const listener of listeners) listener();
}

/** `fetch` for everything that needs a session. */
export async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 401) return response;
  return (await sessionRenewal.ask()) ? fetch(input, init) : response;
}
