import type { QueryFilters } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Waits for the answers to these queries that are on their way, if there are any; their failures are not its own. */
export function untilRead(filters: QueryFilters): Promise<void> {
  return queryClient.refetchQueries({ ...filters, fetchStatus: 'fetching' }, { cancelRefetch: false });
}

/**
 * Reads again what these queries show, by answers that were asked for from now on. `invalidateQueries` alone is content with
 * a first answer that is on its way already, though that may be older than the reason to ask again.
 */
export async function readAgain(filters: QueryFilters): Promise<void> {
  await untilRead({ ...filters, predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries(filters);
}
