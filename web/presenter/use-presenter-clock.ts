import { useState } from 'react';
import type { TalkClock } from '#shared/talks.ts';
import { api } from '#web/lib/trpc.ts';
import { readPlannedSeconds, writePlannedSeconds } from '#web/talks/clock/planned-time.ts';
import { serverNow } from '#web/talks/clock/server-time.ts';
import { elapsedMs } from '#web/talks/clock/talk-clock.ts';
import type { Talks } from '#web/talks/use-talks.ts';

export type Time = Omit<TalkClock, 'at'>;
export type ClockChange = { do: 'pause' | 'resume' | 'reset' } | { do: 'plan'; plannedSeconds: number | null };

/** The clock of the talk, shared by all windows; during a rehearsal, a clock of this window only. */
export function usePresenterClock(deckId: string, { mine, receive }: Talks): [Time, (change: ClockChange) => Promise<void>] {
  const [rehearsal, setRehearsal] = useState<Time>(() => ({
    elapsedMs: 0,
    runningSince: new Date(serverNow()).toISOString(),
    plannedSeconds: readPlannedSeconds(deckId),
  }));
  const change = async (requested: ClockChange): Promise<void> => {
    if (requested.do === 'plan') writePlannedSeconds(deckId, requested.plannedSeconds);
    if (mine === null) setRehearsal(changed(rehearsal, requested, serverNow()));
    else receive(await api.talks.changeClock.mutate({ talkId: mine.id, change: requested }));
  };
  return [mine?.clock ?? rehearsal, change];
}

/** Applies a change to the clock at the time `now` (server time in ms). */
function changed(clock: Time, change: ClockChange, now: number): Time {
  const running = clock.runningSince !== null;
  const since = new Date(now).toISOString();
  switch (change.do) {
    case 'pause':
      return { ...clock, elapsedMs: elapsedMs(clock, now), runningSince: null };
    case 'resume':
      return running ? clock : { ...clock, runningSince: since };
    case 'reset':
      return { ...clock, elapsedMs: 0, runningSince: running ? since : null };
    case 'plan':
      return { ...clock, plannedSeconds: change.plannedSeconds };
  }
}
