import { notifyManager } from '@tanstack/react-query';
import type { DeckTrustAnswer } from '#shared/playback.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';

/** Other windows of this browser must reload too: an answer invalidates their playback addresses. */
const windows = new BroadcastChannel('lectern-trust');
windows.addEventListener('message', () => void refreshPlayback());

/** Saves the user's answer. The deck continues at its new address; both cached values change in one step. */
export async function answerTrust({ id, ...answer }: DeckTrustAnswer): Promise<void> {
  const trust = await api.playback.setTrust.mutate({ id, ...answer });
  const playback = await api.playback.open.query({ id });
  notifyManager.batch(() => {
    queryClient.setQueryData(trpc.playback.trust.queryKey({ id }), trust);
    queryClient.setQueryData(trpc.playback.open.queryKey({ id }), playback);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel reaches its own origin only
  windows.postMessage(null);
}

function refreshPlayback(): Promise<void> {
  return queryClient.invalidateQueries(trpc.playback.pathFilter());
}
