/** Settles when the server has answered all removals that have begun. */
let removals: Promise<unknown> = Promise.resolve();

/** Makes lists of decks wait for a removal before they are read: they would show the deck again. */
export function whileRemoving(removal: Promise<unknown>): void {
  removals = Promise.allSettled([removals, removal]);
}

export async function untilRemoved(): Promise<void> {
  await removals;
}
