import { atom } from 'nanostores';
import { type Fault, faultFromRecord, isRecord } from './fault.ts';

/**
 * Renews a session that ends while the user works. Refused requests wait here until the user has signed in again and are then
 * repeated, so that no input is lost.
 */
let waiting: PromiseWithResolvers<boolean> | null = null;
let armed = false;
/** Whether the user must sign in again. */
export const $renewalWanted = atom(false);

export const sessionRenewal = {
  /** Once armed, a 401 means an ended session; before, only that no one has signed in yet. */
  arm: (signedIn: boolean): void => {
    armed = signedIn;
  },

  /** Asks the user to sign in; resolves with whether there is a session again. All callers share one dialog. */
  ask: (): Promise<boolean> => {
    if (!armed) return Promise.resolve(false);
    waiting ??= Promise.withResolvers<boolean>();
    $renewalWanted.set(true);
    return waiting.promise;
  },

  settle: (renewed: boolean): void => {
    const answer = waiting;
    waiting = null;
    armed = renewed;
    answer?.resolve(renewed);
    $renewalWanted.set(false);
  },
};

/** `fetch` for requests that need a session. */
export async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 401 || (await refusesPassword(response.clone()))) return response;
  return (await sessionRenewal.ask()) ? fetch(input, init) : response;
}

/** A wrong password is answered with 401 as well, while the session is still valid: the form that sent it shows that. */
async function refusesPassword(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null);
  const answers: unknown[] = Array.isArray(body) ? body : [body];
  return answers.every((answer) => faultFromCall(answer).code === 'INVALID_CREDENTIALS');
}

/** One answer of a batch. */
function faultFromCall(answer: unknown): Fault {
  const error = isRecord(answer) ? answer['error'] : null;
  return faultFromRecord(isRecord(error) ? error['data'] : null);
}
