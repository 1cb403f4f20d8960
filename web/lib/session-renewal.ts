import { atom } from 'nanostores';
import { faultFrom, isRecord } from './fault.ts';
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

/** Sends a request that needs a session. If the session has ended, the request is sent once more when there is a new one. */
export async function sendRenewing<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (thrown) {
    if (faultFrom(thrown).code !== 'UNAUTHENTICATED' || !(await sessionRenewal.ask())) throw thrown;
    return send();
  }
}
