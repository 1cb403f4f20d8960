import { useState } from 'react';
import { faultFrom, type Fault } from '#web/lib/fault.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { openPresenterWindow, type PresenterWindow } from './presenter-window.ts';
import type { Talks } from './use-talks.ts';

export interface PresenterView {
  /** Opens the presenter view of a running talk; otherwise asks whether to go live or to rehearse. */
  open: () => void;
  isAsking: boolean;
  /** Opens the presenter view and starts the talk, so that others can follow. */
  goLive: () => void;
  /** Opens the presenter view without a talk. */
  rehearse: () => void;
  /** The window that the browser blocked. */
  blocked: PresenterWindow | null;
  /** The error if the talk could not be started. */
  fault: Fault | null;
  /** Closes the question or the message. */
  dismiss: () => void;
}

/** Asks how to present, opens the presenter view, starts the talk if it is to go live, and keeps what went wrong. */
export function usePresenterView(deckId: string, talks: Talks): PresenterView {
  const [isAsking, setAsking] = useState(false);
  const [blocked, setBlocked] = useState<PresenterWindow | null>(null);
  const starting = useSubmit({ mutationFn: () => talks.start() });
  const openWindow = (rehearse: boolean) => {
    const view = { deckId, rehearse };
    setAsking(false);
    setBlocked(openPresenterWindow(view) ? null : view);
  };
  return {
    open: () => (talks.mine === null ? setAsking(true) : openWindow(false)),
    isAsking,
    goLive: () => {
      openWindow(false);
      starting.mutate();
    },
    rehearse: () => openWindow(true),
    blocked,
    fault: starting.isError ? faultFrom(starting.error) : null,
    dismiss: () => {
      setAsking(false);
      setBlocked(null);
      starting.reset();
    },
  };
}
