import { QueryClient } from '@tanstack/react-query';
import { faultFrom } from './fault.ts';

/** Whether a retry may succeed. */
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
