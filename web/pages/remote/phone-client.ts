import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import type { AppRouter } from '#server/rest/root.router.ts';

const url = '/api/trpc';

/** The client for phones without a session. Their cookie authorizes them, and only for the `remotes` procedures. */
export const phone = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: httpLink({ url }),
    }),
  ],
}).remotes;
