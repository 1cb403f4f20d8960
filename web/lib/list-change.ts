import type { InfiniteData, QueryFilters } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Applies a change of one item to all cached lists. */
export function changeInLists<Item extends { id: string }>(lists: QueryFilters, id: string, change: Partial<Item>): void {
  const changed = (item: Item) => (item.id === id ? { ...item, ...change } : item);
  queryClient.setQueriesData<InfiniteData<Page<Item>>>(
    lists,
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(changed) })) },
  );
}
