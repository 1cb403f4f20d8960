import { useEffect, useState } from 'react';
import type { Presence } from '#shared/live.ts';
import type { Talk } from '#shared/talks.ts';

/** A shorter absence is a reload or a reconnection. */
const GONE_AFTER_MS = 4000;

/** Whether all windows of the presenter are closed. */
export function usePresenterAway(talk: Talk, presence: readonly Presence[]): boolean {
  const here = presence.some(({ person }) => person.id === talk.presenter.id);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAway(!here), here ? 0 : GONE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [here]);
  return away && !here;
}
