import type { talkClockChangeSchema } from '#shared/talks.ts';
import type { z } from 'zod';

/** A talk's clock as it is stored. */
export interface ClockState {
  readonly elapsedMs: number;
  /** Null: it is paused. */
  readonly runningSince: Date | null;
  readonly plannedSeconds: number | null;
}

export type ClockChange = z.infer<typeof talkClockChangeSchema>['change'];

/** The clock after a change at `now`; null when the change has no effect. */
export function changeClock(clock: ClockState, change: ClockChange, now: Date): ClockState | null {
  switch (change.do) {
    case 'pause':
      return clock.runningSince && { ...clock, elapsedMs: elapsedAt(clock, now), runningSince: null };
    case 'resume':
      return clock.runningSince ? null : { ...clock, runningSince: now };
    case 'reset':
      return { ...clock, elapsedMs: 0, runningSince: clock.runningSince && now };
    case 'plan':
      return change.plannedSeconds === clock.plannedSeconds ? null : { ...clock, plannedSeconds: change.plannedSeconds };
  }
}

function elapsedAt({ elapsedMs, runningSince }: ClockState, now: Date): number {
  return elapsedMs + (runningSince === null ? 0 : Math.max(0, now.getTime() - runningSince.getTime()));
}
