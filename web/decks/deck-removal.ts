import i18n from 'i18next';
import { useSyncExternalStore } from 'react';
import { faultWords } from '#web/lib/fault-words.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';

/**
 * A deleted deck disappears at once but is deleted on the server only when the undo offer ends, because the server cannot restore
 * it. Leaving the page confirms the deletion.
 */
let hidden: ReadonlySet<string> = new Set();
const waiting = new Set<string>();
const listeners = new Set<() => void>();

/** Hides a deck and deletes it when the undo offer ends. */
export function removeDeck({ id, title }: { id: string; title: string }): void {
  waiting.add(id);
  hide(id, true);
  toastStore.show({
    text: i18n.t('deck.deleted', { title }),
    action: {
      label: i18n.t('shell.undo'),
      run: () => {
        waiting.delete(id);
        hide(id, false);
      },
    },
    onEnd: () => void removeForGood(id),
  });
}

/** Ids of decks that are hidden because they will be deleted. */
export function usePendingRemovals(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => hidden);
}

async function removeForGood(id: string): Promise<void> {
  if (!waiting.delete(id)) return;
  try {
    await api.decks.delete.mutate({ id });
    await queryClient.invalidateQueries(trpc.decks.list.pathFilter());
  } catch (thrown) {
    toastStore.fault(faultWords(thrown));
  }
  hide(id, false);
}

function hide(id: string, hiding: boolean): void {
  hidden = new Set(hiding ? [...hidden, id] : [...hidden].filter((other) => other !== id));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Unit tests have no window.
globalThis.window?.addEventListener('pagehide', () => {
  for (const id of waiting) void fetch(`/api/decks/${encodeURIComponent(id)}`, { method: 'DELETE', keepalive: true });
  waiting.clear();
});
