import { useQuery } from '@tanstack/react-query';
import type { SignInMethods } from '#shared/sign-in-methods.ts';
import { trpc } from '#web/lib/trpc.ts';

/** While the server, or the provider which it tries to reach, does not answer, the server is asked again. */
const ASK_AGAIN_MS = 10_000;
/** If the server does not say how, people can try with a password. */
const UNKNOWN: SignInMethods = { passwords: true, mail: false, provider: null };

/** How people can sign in. Null while the server is asked. */
export function useSignInMethods(): SignInMethods | null {
  const { data, isError } = useQuery({
    ...trpc.methods.list.queryOptions(),
    // Queries that wait for a connection go on after the changes that do. Such a change may itself wait for the user to sign in.
    networkMode: 'always',
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.data?.provider?.reachable === false ? ASK_AGAIN_MS : false,
  });
  return data ?? (isError ? UNKNOWN : null);
}
