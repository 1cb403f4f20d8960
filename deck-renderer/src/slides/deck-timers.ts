import type { Frame } from 'playwright-core';
import { raced } from '../raced.ts';

/**
 * Timers of a deck that last at least this long can be held. A slide does not need them to look complete, because an idle machine captures it
 * earlier; what they do is to go on to the next slide.
 */
export const LONG_TIMER_MS = 1000;

/**
 * Holds the long timers of a document, or lets them run. They are held while a slide is captured or printed, so that a deck that plays by itself
 * stays there, however long a busy machine needs.
 */
export async function holdTimers(frame: Frame, areHeld: boolean, signal: AbortSignal): Promise<void> {
  await raced(frame.evaluate(hold, areHeld), signal);
}

declare global {
  interface Window {
    /** Sets whether the long timers of this document are held. */
    holdTimers?: (areHeld: boolean) => void;
  }
}

/** Runs in the document. The deck may have replaced the function. */
function hold(areHeld: boolean): void {
  if (typeof window.holdTimers === 'function') window.holdTimers(areHeld);
}

/**
 * Runs in each document before its own scripts. A timeout that ends while timers are held starts again; an interval leaves out what falls into that
 * time.
 */
export function makeTimersHoldable(longMs: number): void {
  const startTimeout = window.setTimeout.bind(window);
  const startInterval = window.setInterval.bind(window);
  const stop = window.clearTimeout.bind(window);
  let areHeld = false;
  /** The timer that runs for the one that the deck knows. */
  const running = new Map<number, number>();
  const isLong = (handler: TimerHandler, ms: unknown): handler is () => unknown =>
    typeof handler === 'function' && Number(ms) >= longMs;

  const setTimeout = (handler: TimerHandler, ms?: number, ...args: unknown[]): number => {
    if (!isLong(handler, ms)) return startTimeout(handler, ms, ...args);
    const end = (): void => {
      if (areHeld) return void running.set(known, startTimeout(end, ms));
      running.delete(known);
      Reflect.apply(handler, window, args);
    };
    const known = startTimeout(end, ms);
    return known;
  };
  const setInterval = (handler: TimerHandler, ms?: number, ...args: unknown[]): number =>
    isLong(handler, ms)
      ? startInterval(() => void (areHeld || Reflect.apply(handler, window, args)), ms)
      : startInterval(handler, ms, ...args);
  // Ends timers of both kinds, as in every browser.
  const clearTimeout = (known?: number): void => {
    stop(running.get(Number(known)) ?? known);
    running.delete(Number(known));
  };
  Object.assign(window, { setTimeout, setInterval, clearTimeout, clearInterval: clearTimeout });
  window.holdTimers = (mayNotEnd) => void (areHeld = mayNotEnd);
}
