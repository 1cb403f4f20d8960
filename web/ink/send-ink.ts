import { api, madeBy } from '#web/lib/trpc.ts';
import type { InkBatch } from '#web/outbox/unsent.ts';

/** Sends strokes and erasures. Refusals are thrown as `Fault`. */
export async function sendInk({ userId, deckId, add, erase, ...slide }: InkBatch): Promise<void> {
  await api.annotations.draw.mutate({ ...slide, id: deckId, add: [...add], erase: [...erase] }, madeBy(userId));
}
