import { useQuery } from '@tanstack/react-query';
import type { SignInMethods } from '#shared/sign-in-methods.ts';
import { trpc } from '#web/lib/trpc.ts';

/** While the provider cannot be reached, the server is asked again, which tries to reach it. */
const ASK_AGAIN_MS = 10_000;
/** If the server does not say how, people can try with a password. */
const UNKNOWN: SignInMethods = { passwords: true, mail: false, provider: null };

/** How people can sign in. Null while the server is asked. */
export function useSignInMethods(): SignInMethods | null {
  const { data, isError } = useQuery({
    ...trpc.methods.list.queryOptions(),
    refetchInterval: (query) => (query.state.data?.provider?.reachable === false ? ASK_AGAIN_MS : false),
  });
  return data ?? (isError ? UNKNOWN : null);
}
