import { notifyManager } from '@tanstack/react-query';
import type { DeckTrustAnswer } from '#shared/playback.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';

/** Other windows of this browser: the addresses that they play from are dead with the answer. */
const windows = new BroadcastChannel('lectern-trust');
windows.addEventListener('message', () => void refreshPlayback());

/** Keeps the viewer's answer; whatever shows the deck goes on at its new address, in one step. */
export async function answerTrust({ id, ...answer }: DeckTrustAnswer): Promise<void> {
  const trust = await api.playback.setTrust.mutate({ id, ...answer });
  const playback = await api.playback.open.query({ id });
  notifyManager.batch(() => {
    queryClient.setQueryData(trpc.playback.trust.queryKey({ id }), trust);
    queryClient.setQueryData(trpc.playback.open.queryKey({ id }), playback);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is one origin's own
  windows.postMessage(null);
}

function refreshPlayback(): Promise<void> {
  return queryClient.invalidateQueries(trpc.playback.pathFilter());
}
