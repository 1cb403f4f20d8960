import type { TalkClock } from '#shared/talks.ts';

type Time = Pick<TalkClock, 'elapsedMs' | 'runningSince' | 'plannedSeconds'>;

/** How long the talk has been going on, in ms. `now` is the server's time. */
export function elapsedMs({ elapsedMs: before, runningSince }: Time, now: number): number {
  return runningSince === null ? before : before + Math.max(0, now - Date.parse(runningSince));
}

/** What is left of the planned time, in ms, below zero when it is used up; null: nobody has planned any. */
export function remainingMs(clock: Time, now: number): number | null {
  return clock.plannedSeconds === null ? null : clock.plannedSeconds * 1000 - elapsedMs(clock, now);
}

/** How near the end is: the last fifth, at most five minutes, is `soon`. */
export function urgency(clock: Time, now: number): 'calm' | 'soon' | 'over' {
  const left = remainingMs(clock, now);
  if (left === null) return 'calm';
  if (left < 0) return 'over';
  return left <= Math.min(5 * 60_000, (clock.plannedSeconds ?? 0) * 200) ? 'soon' : 'calm';
}

/** 65,000 ms → "1:05", an hour and more → "1:01:05", below zero → "−0:07". */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, '0');
  const text = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
  return ms < 0 ? `\u2212${text}` : text;
}

/** The same for a countdown: with the elapsed time beside it, both always add up to what was planned. */
export function formatCountdown(ms: number): string {
  return formatDuration(Math.ceil(ms / 1000) * 1000);
}

/** "20" and "20:30" are minutes, "1:20:00" begins with hours; in seconds. Null: not a duration. */
export function readDuration(text: string): number | null {
  const parts = text.trim().split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const [seconds = 0, minutes = 0, hours = 0] = (parts.length === 1 ? [...parts, '0'] : parts).map(Number).toReversed();
  const total = hours * 3600 + minutes * 60 + seconds;
  return total >= 1 && total <= 24 * 3600 ? total : null;
}
