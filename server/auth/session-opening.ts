import { createAuthEndpoint } from '@better-auth/core/api';
import type { BetterAuthPlugin } from 'better-auth';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * Adds `api.openSession` to the auth library: a session, with its cookie, for a user whom we have identified. The library's own sign-in
 * opens one as soon as the password is right, which is too early for accounts with a second factor.
 */
export function sessionOpening() {
  return {
    id: 'session-opening',
    endpoints: {
      openSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string() }) },
        async ({ body, ...context }) => {
          const { internalAdapter } = context.context;
          const session = await internalAdapter.createSession(body.userId);
          const user = await internalAdapter.findUserById(body.userId);
          if (user === null) throw new Error('the user of a new session is not there');
          await setSessionCookie({ body, ...context }, { session, user });
          return { token: session.token };
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
