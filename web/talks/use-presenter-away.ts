import { useEffect, useState } from 'react';
import type { Presence } from '#shared/live.ts';
import type { Talk } from '#shared/talks.ts';

/** A window that is closed and opened again, or reconnects, has not been away. */
const GONE_AFTER_MS = 4000;

/** Whether none of the presenter's windows is there any more. */
export function usePresenterAway(talk: Talk, presence: readonly Presence[]): boolean {
  const here = presence.some(({ person }) => person.id === talk.presenter.id);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAway(!here), here ? 0 : GONE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [here]);
  return away && !here;
}
