import { useEffect, useState } from 'react';
import type { RemoteView } from '#shared/talks.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { RetryTimer } from '#web/lib/retry-timer.ts';
import { recordServerTime } from '#web/talks/clock/server-time.ts';
import { phone } from './phone-client.ts';

/** What a phone sees of the talk that it controls. */
export type RemoteTalk = Extract<RemoteView, { status: 'confirmed' }>;

export interface RemoteState {
  /** The state of the talk; null if it is not known yet. */
  view: RemoteView | null;
  connected: boolean;
  /** This phone is not paired, or not any more. */
  unpaired: boolean;
}

/** Watches the talk that this phone controls and reconnects after a lost connection. */
export function useRemoteView(): RemoteState {
  const [state, setState] = useState<RemoteState>({ view: null, connected: false, unpaired: false });
  useEffect(() => {
    const change = (next: Partial<RemoteState>) => setState((before) => ({ ...before, ...next }));
    const watch = new Watch(change);
    watch.open();
    return () => watch.close();
  }, []);
  return state;
}

class Watch {
  readonly #change: (next: Partial<RemoteState>) => void;
  readonly #leaving = new AbortController();
  #stop: () => void = () => undefined;
  readonly #retry = new RetryTimer(500, 1000, 2000, 4000);
  #over = false;

  constructor(change: (next: Partial<RemoteState>) => void) {
    this.#change = change;
    const { signal } = this.#leaving;
    // Reconnects at once when the phone is used again.
    window.addEventListener('online', () => this.open(), { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.open(), { signal });
  }

  open(): void {
    if (this.#over) return;
    this.#retry.cancel();
    this.#stop();
    const subscription = phone.stream.subscribe(undefined, {
      onData: (view) => this.#receive(view),
      onError: (error) => this.#failed(error),
      onComplete: () => this.#failed(),
      onConnectionStateChange: ({ state, error }) => {
        if (state === 'connecting' && error !== null) this.#failed(error);
      },
    });
    this.#stop = () => subscription.unsubscribe();
  }

  close(): void {
    this.#over = true;
    this.#retry.cancel();
    this.#leaving.abort();
    this.#stop();
  }

  #receive(view: RemoteView): void {
    this.#retry.succeeded();
    if (view.status === 'confirmed') recordServerTime(view.clock.at);
    this.#change({ view, connected: true });
    if (view.status === 'ended') this.close();
  }

  #failed(error?: unknown): void {
    if (this.#over) return;
    this.#stop();
    const { code } = faultFrom(error);
    const unpaired = code === 'UNAUTHENTICATED';
    this.#change({ connected: false, unpaired });
    if (unpaired) return this.close();
    // Newer pages of this phone use its streams; this page reconnects when it becomes visible.
    if (code === 'RATE_LIMITED') return undefined;
    this.#retry.failed();
    this.#retry.schedule(() => this.open());
  }
}
