import type { AudiencePlayer } from './player.ts';
import { Refusal, type Visitor } from './visitor.ts';

/** Time between two reports while the page is looked at. */
const REPORT_MS = 20_000;
/** Limits of one report. */
const ITEM_MAX_MS = 10 * 60_000;
const ITEMS_MAX = 100;

/** Tells the server that a visit begins. */
export async function beginVisit(visitor: Visitor, who: { readonly name?: string; readonly email?: string }): Promise<void> {
  const referrer = document.referrer === '' ? {} : { referrer: document.referrer };
  const response = await visitor.send('/visits', { ...referrer, ...who });
  const { visitId } = (await response.json()) as { visitId: string };
  visitor.visitId = visitId;
}

/** The time for which each slide was looked at, since the last report. Time in which the page was hidden does not count. */
export class SlideTimes {
  readonly #now: () => number;
  readonly #times = new Map<number, number>();
  #slide: number | null = null;
  #since = 0;

  /** @param now the time in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param slide the index of the slide that is looked at from now on; null while the page is hidden */
  look(slide: number | null): void {
    const now = this.#now();
    if (this.#slide !== null) this.#times.set(this.#slide, (this.#times.get(this.#slide) ?? 0) + now - this.#since);
    this.#slide = slide;
    this.#since = now;
  }

  /** Takes what has come together, in the order in which slides were last looked at. */
  take(): { index: number; milliseconds: number }[] {
    const current = this.#slide;
    this.look(current);
    const items = [...this.#times].map(([index, time]) => ({ index, milliseconds: Math.min(Math.round(time), ITEM_MAX_MS) }));
    this.#times.clear();
    return items.filter(({ milliseconds }) => milliseconds > 0).slice(-ITEMS_MAX);
  }
}

/** Counts this visit, and reports which slides are looked at. The page works without this: failures are not shown. */
export async function countVisit(player: AudiencePlayer): Promise<void> {
  const { visitor, signal } = player;
  const times = new SlideTimes(() => performance.now());
  const look = (): void => times.look(document.visibilityState === 'visible' ? player.facts.index : null);
  player.watch(look);
  if (visitor.visitId === null) await beginVisit(visitor, {}).catch(() => undefined);

  const report = (): void => {
    const slides = times.take();
    if (visitor.visitId === null || slides.length === 0) return;
    const path = `/visits/${visitor.visitId}`;
    // A beacon outlives the page, but cannot carry the grant of a link with a password.
    if (visitor.isGranted) void visitor.send(path, { slides }, { keepalive: true }).catch(forget);
    else navigator.sendBeacon(visitor.address(path), JSON.stringify({ slides }));
  };
  const forget = (fault: unknown): void => {
    // The server does not keep the visit any more.
    if (fault instanceof Refusal && fault.code === 'NOT_FOUND') visitor.visitId = null;
  };
  const timer = setInterval(report, REPORT_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  const turn = (): void => {
    look();
    if (document.visibilityState === 'hidden') report();
  };
  document.addEventListener('visibilitychange', turn, { signal });
  // Not all browsers report a change of visibility when a page is left.
  window.addEventListener('pagehide', report, { signal });
}
