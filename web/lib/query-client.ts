import { QueryClient } from '@tanstack/react-query';
import { faultFrom } from './fault.ts';

/** What a second try may well mend. Refusals stay refusals. */
function isTemporary(thrown: unknown): boolean {
  const { code } = faultFrom(thrown);
  return code === 'OFFLINE' || code === 'UNAVAILABLE';
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, thrown) => failures < 2 && isTemporary(thrown),
    },
  },
});
