import type { QueryFilters } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Waits for running requests of these queries, if any; ignores their failures. */
export function untilRead(filters: QueryFilters): Promise<void> {
  return queryClient.refetchQueries({ ...filters, fetchStatus: 'fetching' }, { cancelRefetch: false });
}

/**
 * Refetches these queries with requests that start now. `invalidateQueries` alone accepts the result of a first request that is
 * already running, which may be older than the change.
 */
export async function readAgain(filters: QueryFilters): Promise<void> {
  await untilRead({ ...filters, predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries(filters);
}
