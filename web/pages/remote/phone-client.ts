import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import type { AppRouter } from '#server/api/root.router.ts';

const url = '/api/trpc';

/** For a phone that is nobody's session: its cookie alone says what it may do, and only `remotes` takes it. */
export const phone = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: httpLink({ url }),
    }),
  ],
}).remotes;
