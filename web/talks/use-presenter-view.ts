import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { faultFrom, type Fault } from '#web/lib/fault.ts';
import { openPresenterWindow } from './presenter-window.ts';
import type { Talks } from './use-talks.ts';

export interface PresenterView {
  /** Opens the presenter view and starts the talk, so that others can follow. */
  open: () => void;
  /** Whether the browser blocked the popup. */
  blocked: boolean;
  /** The error if the talk could not be started. */
  fault: Fault | null;
  dismiss: () => void;
}

/** Opens the presenter view and starts the talk, and keeps what went wrong. */
export function usePresenterView(deckId: string, talks: Talks): PresenterView {
  const [blocked, setBlocked] = useState(false);
  const starting = useMutation({ mutationFn: () => talks.start() });
  return {
    open: () => {
      setBlocked(!openPresenterWindow(deckId));
      if (talks.mine === null) starting.mutate();
    },
    blocked,
    fault: starting.isError ? faultFrom(starting.error) : null,
    dismiss: () => {
      setBlocked(false);
      starting.reset();
    },
  };
}
