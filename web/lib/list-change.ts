import type { InfiniteData, QueryFilters } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Applies a change of one item to all cached lists. */
export function changeInLists<Item extends { id: string }>(lists: QueryFilters, id: string, change: Partial<Item>): void {
  changeItems<Item>(lists, (items) => items.map((item) => (item.id === id ? { ...item, ...change } : item)));
}

/** Removes an item from all cached lists. */
export function removeFromLists(lists: QueryFilters, id: string): void {
  changeItems<{ id: string }>(lists, (items) => items.filter((item) => item.id !== id));
}

function changeItems<Item>(lists: QueryFilters, change: (items: Item[]) => Item[]): void {
  queryClient.setQueriesData<InfiniteData<Page<Item>>>(
    lists,
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}
