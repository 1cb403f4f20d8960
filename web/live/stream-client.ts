import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import type { AppRouter } from '#server/rest/root.router.ts';

/** The client for subscriptions. It is separate from `api`, so that pages without a stream do not load it. */
export const streams = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/api/trpc' })] });
