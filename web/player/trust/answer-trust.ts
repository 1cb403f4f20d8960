import { notifyManager } from '@tanstack/react-query';
import type { DeckSettingsChange, DeckTrust, DeckTrustAnswer } from '#shared/playback.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';

/** Other windows of this browser must reload too: an answer invalidates their playback addresses. */
const windows = new BroadcastChannel('lectern-trust');
windows.addEventListener('message', () => void refreshPlayback());

/** Saves the user's answer. */
export async function answerTrust(answer: DeckTrustAnswer): Promise<void> {
  await show(answer.id, await api.playback.setTrust.mutate(answer));
}

/** Saves what an editor of the deck decides for everyone. */
export async function settleForAll(change: DeckSettingsChange): Promise<void> {
  await show(change.id, await api.playback.settle.mutate(change));
}

/** The deck continues at its new address; both cached values change in one step. */
async function show(id: string, trust: DeckTrust): Promise<void> {
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
