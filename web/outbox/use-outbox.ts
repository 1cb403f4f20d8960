import { useMemo, useSyncExternalStore } from 'react';
import { outbox } from './outbox.ts';
import type { Unsent } from './unsent.ts';

/** All of this person's unsent work on this device. */
export function useAllUnsent(): readonly Unsent[] {
  const list = outbox.list();
  return useSyncExternalStore(list.subscribe, list.items);
}

/** This person's unsent work for a deck, of every window of this browser and of earlier visits. */
export function useUnsent(deckId: string): readonly Unsent[] {
  const all = useAllUnsent();
  return useMemo(() => all.filter((item) => item.deckId === deckId), [all, deckId]);
}

export interface OutboxState {
  readonly waiting: number;
  /** The server will not take them: the person decides what becomes of them. */
  readonly refused: number;
  /** `memory`: this browser keeps nothing, so it is lost with the window. */
  readonly kept: 'device' | 'memory';
}

export function useOutboxState(): OutboxState {
  const all = useAllUnsent();
  const refused = all.filter(({ refusal }) => refusal !== null).length;
  return { waiting: all.length - refused, refused, kept: outbox.list().kept };
}
