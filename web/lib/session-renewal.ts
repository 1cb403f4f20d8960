import { atom } from 'nanostores';
import { type Fault, faultFromRecord, isRecord } from './fault.ts';
import { rest } from './rest.ts';

/**
 * Renews a session that ends while the user works. Refused requests wait here until the user has signed in again and are then
 * repeated, so that no input is lost.
 */
let waiting: PromiseWithResolvers<boolean> | null = null;
/** The user who is signed in on this page. */
let armedFor: string | null = null;
/** Whether the user must sign in again. */
export const $renewalWanted = atom(false);

export const sessionRenewal = {
  /** Once armed, a 401 means an ended session; before, only that no one has signed in yet. */
  arm: (userId: string | null): void => {
    armedFor = userId;
  },

  /**
   * Asks the user to sign in, unless they have done so in another window: a new session ends the one before. Resolves with whether there is
   * a session again. All callers share one dialog.
   */
  ask: (): Promise<boolean> => {
    if (armedFor === null) return Promise.resolve(false);
    if (waiting === null) {
      waiting = Promise.withResolvers<boolean>();
      void askUnlessRenewed(armedFor);
    }
    return waiting.promise;
  },

  settle: (renewed: boolean): void => {
    const answer = waiting;
    waiting = null;
    if (!renewed) armedFor = null;
    answer?.resolve(renewed);
    $renewalWanted.set(false);
  },
};

async function askUnlessRenewed(userId: string): Promise<void> {
  const session = await rest('GET', '/api/auth/get-session').catch(() => null);
  const user = isRecord(session) ? session['user'] : null;
  if (isRecord(user) && user['id'] === userId) sessionRenewal.settle(true);
  // Meanwhile the user may have left the page.
  else if (waiting !== null) $renewalWanted.set(true);
}

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
