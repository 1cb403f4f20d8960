import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { faultFrom } from './fault.ts';

/** Whether a retry may succeed. */
function isTemporary(thrown: unknown): boolean {
  const { code } = faultFrom(thrown);
  return code === 'OFFLINE' || code === 'UNAVAILABLE';
}

/**
 * A query client whose invalidated queries never keep a result that was requested before. The library's own client takes the result of a
 * first request that is already running, although it may be older than the change.
 */
class FreshQueryClient extends QueryClient {
  /**
   * Marks queries as outdated, and refetches those in use. Resolves once their requests, which start now or after a running first request,
   * have settled.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const running = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    const first = new Set(running.filter(({ state }) => state.data === undefined));
    await super.invalidateQueries(filters, options);
    if (first.size === 0) return;
    const isFirst = (query: Query): boolean => first.has(query);
    await this.untilRead({ predicate: isFirst });
    await super.invalidateQueries({ ...filters, predicate: isFirst }, options);
  }

  /** Waits for running requests of these queries, if any; ignores their failures. */
  untilRead(filters: QueryFilters): Promise<void> {
    return this.refetchQueries({ ...filters, fetchStatus: 'fetching' }, { cancelRefetch: false });
  }
}

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, thrown) => failures < 2 && isTemporary(thrown),
    },
  },
});
