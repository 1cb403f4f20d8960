import type { SlideTime } from '#shared/visits.ts';
import { countsOf } from './histogram.ts';

/** What changes of a visit when its page reports. */
export interface VisitState {
  readonly slides: readonly SlideTime[];
  readonly durationMs: number;
  readonly lastSlide: number | null;
  readonly completion: number;
}

/** What a report changes in the aggregates of the day on which the visit began. Histograms are changes, see `countsOf`. */
export interface VisitChanges {
  readonly completion: number;
  readonly durations: number[];
  readonly slides: { readonly slide: number; readonly views: number; readonly exits: number; readonly times: number[] }[];
}

/** The longest time that counts, for a visit and for a slide. A page can stay open for weeks. */
const TIME_MAX_MS = 24 * 60 * 60 * 1000;

/**
 * Adds a report to a visit.
 *
 * @param items in the order in which the slides were looked at
 * @param slideCount of the version with which the visit began
 */
export function withReport(
  before: VisitState,
  items: readonly SlideTime[],
  slideCount: number,
): { readonly after: VisitState; readonly changes: VisitChanges } {
  const timesBefore = new Map(before.slides.map(({ index, milliseconds }) => [index, milliseconds]));
  const times = new Map(timesBefore);
  for (const { index, milliseconds } of items) times.set(index, capped((times.get(index) ?? 0) + milliseconds));
  const after = {
    slides: [...times].map(([index, milliseconds]) => ({ index, milliseconds })).toSorted((a, b) => a.index - b.index),
    durationMs: capped(items.reduce((sum, { milliseconds }) => sum + milliseconds, before.durationMs)),
    lastSlide: items.at(-1)?.index ?? before.lastSlide,
    completion: Math.min(1, times.size / slideCount),
  };
  const touched = new Set([...items.map(({ index }) => index), ...(before.lastSlide === null ? [] : [before.lastSlide])]);
  const slides = [...touched].map((slide) => ({
    slide,
    views: timesBefore.has(slide) ? 0 : 1,
    exits: Number(after.lastSlide === slide) - Number(before.lastSlide === slide),
    times: countsOf(moved(timesBefore.get(slide), times.get(slide) ?? 0)),
  }));
  const durations = countsOf(moved(before.durationMs, after.durationMs));
  return { after, changes: { completion: after.completion - before.completion, durations, slides } };
}

/** What changes in a histogram if a time has grown. Undefined: it was not counted. */
function moved(from: number | undefined, to: number): { milliseconds: number; by: number }[] {
  return [...(from === undefined ? [] : [{ milliseconds: from, by: -1 }]), { milliseconds: to, by: 1 }];
}

function capped(milliseconds: number): number {
  return Math.min(TIME_MAX_MS, milliseconds);
}
