import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#server/rest/root.router.ts';
import { BATCH_CALLS_MAX } from '#shared/limits.ts';
import { queryClient } from './query-client.ts';
import { expectedUserHeader } from './session.ts';
import { fetchSignedIn } from './session-renewal.ts';

export const api = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/api/trpc',
      // Proxies truncate long addresses, and the library requests many decks at once.
      maxURLLength: 2000,
      maxItems: BATCH_CALLS_MAX,
      headers: ({ opList: [{ type, context }] }) => (type === 'mutation' ? expectedUserHeader(authorOf(context)) : {}),
      fetch: (input, init) => fetchSignedIn(input, init as RequestInit),
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
