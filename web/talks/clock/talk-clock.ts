import type { TalkClock } from '#shared/talks.ts';

type Time = Pick<TalkClock, 'elapsedMs' | 'runningSince' | 'plannedSeconds'>;

/** The elapsed time of the talk in ms. `now` is the server's time. */
export function elapsedMs({ elapsedMs: before, runningSince }: Time, now: number): number {
  return runningSince === null ? before : before + Math.max(0, now - Date.parse(runningSince));
}

/** The remaining planned time in ms, negative once it is exceeded; null if no time is planned. */
export function remainingMs(clock: Time, now: number): number | null {
  return clock.plannedSeconds === null ? null : clock.plannedSeconds * 1000 - elapsedMs(clock, now);
}

/** How close the end is. `soon` is the last fifth of the planned time, at most five minutes. */
export function urgency(clock: Time, now: number): 'calm' | 'soon' | 'over' {
  const left = remainingMs(clock, now);
  if (left === null) return 'calm';
  if (left < 0) return 'over';
  return left <= Math.min(5 * 60_000, (clock.plannedSeconds ?? 0) * 200) ? 'soon' : 'calm';
}

/** Formats a duration: 65,000 ms is "1:05", an hour or more "1:01:05", a negative duration "−0:07". */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, '0');
  const text = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
  return ms < 0 ? `\u2212${text}` : text;
}

/** Formats a countdown. It rounds up, so that the displayed elapsed and remaining time add up to the planned time. */
export function formatCountdown(ms: number): string {
  return formatDuration(Math.ceil(ms / 1000) * 1000);
}

/**
 * Parses a duration into seconds. "20" and "20:30" are minutes, "1:20:00" starts with hours. Returns null if the text is not a
 * duration of at most 24 hours.
 */
export function readDuration(text: string): number | null {
  const parts = text.trim().split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const [seconds = 0, minutes = 0, hours = 0] = (parts.length === 1 ? [...parts, '0'] : parts).map(Number).toReversed();
  const total = hours * 3600 + minutes * 60 + seconds;
  return total >= 1 && total <= 24 * 3600 ? total : null;
}
