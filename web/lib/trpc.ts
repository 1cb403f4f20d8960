import { createTRPCClient, httpBatchLink, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#server/rest/root.router.ts';
import { BATCH_CALLS_MAX } from '#shared/limits.ts';
import { Fault, faultFrom } from './fault.ts';
import { queryClient } from './query-client.ts';
import { expectedUserHeader } from './session.ts';
import { sessionRenewal } from './session-renewal.ts';

/**
 * Calls that are refused because the session has ended wait until the user has signed in again, and are then sent once more. Each call
 * by itself: a batch may also contain calls that need no session, and those have succeeded.
 */
const renewingSession: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isWanted = true;
      let sent = next(op).subscribe({
        ...observer,
        error: (error) => {
          if (faultFrom(error).code === 'UNAUTHENTICATED') void repeatRenewed(error);
          else observer.error(error);
        },
      });
      const repeatRenewed = async (error: Parameters<typeof observer.error>[0]): Promise<void> => {
        const isRenewed = await sessionRenewal.ask();
        if (!isRenewed) observer.error(error);
        else if (isWanted) sent = next(op).subscribe(observer);
      };
      return () => {
        isWanted = false;
        sent.unsubscribe();
      };
    });

/** A 401 without JSON is not the server's: a proxy asks the user to sign in. */
async function fetchPastProxies(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const isOurs = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (response.status === 401 && !isOurs) throw new Fault('UNAUTHENTICATED', 'A proxy has refused the request.');
  return response;
}

export const api = createTRPCClient<AppRouter>({
  links: [
    renewingSession,
    httpBatchLink({
      url: '/api/trpc',
      // Proxies truncate long addresses, and the library requests many decks at once.
      maxURLLength: 2000,
      maxItems: BATCH_CALLS_MAX,
      headers: ({ opList: [{ type, context }] }) => (type === 'mutation' ? expectedUserHeader(authorOf(context)) : {}),
      fetch: (input, init) => fetchPastProxies(input, init as RequestInit),
    }),
  ],
});

/** The options of a call that sends what a user has made earlier. Without them, changes are those of the signed-in user. */
export function madeBy(userId: string): { context: { author: string } } {
  return { context: { author: userId } };
}

function authorOf({ author }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof author === 'string' ? author : undefined;
}

export const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient });
