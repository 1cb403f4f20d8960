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

/** Whether the server says outright that this phone steers nothing. The stream itself does not tell why it was refused. */
export async function isUnpaired(): Promise<boolean> {
  const enough = new AbortController();
  try {
    const headers = { accept: 'text/event-stream' };
    const { status } = await fetch(`${url}/remotes.stream`, { headers, signal: enough.signal });
    return status === 401;
  } catch {
    return false;
  } finally {
    enough.abort();
  }
}
