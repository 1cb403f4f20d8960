import { useStore } from '@nanostores/react';
import { useMemo, useSyncExternalStore } from 'react';
import { outbox } from './outbox.ts';
import type { Unsent } from './unsent.ts';

/** All unsent changes of this user on this device. */
export function useAllUnsent(): readonly Unsent[] {
  const list = outbox.list();
  return useSyncExternalStore(list.subscribe, list.items);
}

/** The user's unsent changes for a deck, from all windows of this browser and earlier visits. */
export function useUnsent(deckId: string): readonly Unsent[] {
  const all = useAllUnsent();
  return useMemo(() => all.filter((item) => item.deckId === deckId), [all, deckId]);
}

export interface OutboxState {
  readonly waiting: number;
  /** How many of those waiting are stored on this device, and so survive a crash. The others will be in a moment, if it can store anything. */
  readonly stored: number;
  /** Refused by the server; the user decides about them. */
  readonly refused: number;
  /** `memory`: this browser stores nothing, so changes are lost when the window closes. */
  readonly kept: 'device' | 'memory';
}

/** Counts the user's waiting and refused changes on this device. */
export function useOutboxState(): OutboxState {
  const all = useAllUnsent();
  const list = outbox.list();
  const unstored = useStore(list.unstored);
  const waiting = all.filter(({ refusal }) => refusal === null);
  const { kept } = list;
  const stored = kept === 'device' ? waiting.filter(({ id }) => !unstored.has(id)).length : 0;
  return { waiting: waiting.length, stored, refused: all.length - waiting.length, kept };
}
