import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#server/rest/root.router.ts';
import { BATCH_CALLS_MAX } from '#shared/limits.ts';
import { queryClient } from './query-client.ts';
import { fetchSignedIn } from './session-renewal.ts';

export const api = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/api/trpc',
      // Proxies truncate long addresses, and the library requests many decks at once.
      maxURLLength: 2000,
      maxItems: BATCH_CALLS_MAX,
      fetch: (input, init) => fetchSignedIn(input, init as RequestInit),
    }),
  ],
});

export const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient });
