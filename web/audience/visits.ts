import type { SlideTime } from '#shared/visits.ts';
import { VISIT_ITEM_MINUTES_MAX, VISIT_ITEMS_MAX, VISIT_REPORT_SECONDS } from '#shared/limits.ts';
import type { AudiencePlayer } from './player.ts';
import { wantsPrivacy } from './privacy.ts';
import { Refusal, type Visitor } from './visitor.ts';

const SECOND_MS = 1000;
/** Time on one slide after this is not counted: the page was probably left open. */
const LEFT_ALONE_MS = VISIT_ITEM_MINUTES_MAX * 60 * SECOND_MS;

/**
 * Adds up how long each slide is looked at. Times are in milliseconds of one clock that does not go back.
 *
 * A slide counts from the moment in which it is shown until another one is shown, for at most ten minutes.
 */
export class SlideClock {
  readonly #items: SlideTime[] = [];
  #current: { readonly index: number; since: number; left: number } | null = null;

  /** @param index the slide that is looked at from now on; null: none */
  show(index: number | null, now: number): void {
    this.#count(now);
    if (index === (this.#current?.index ?? null)) return;
    this.#current = index === null ? null : { index, since: now, left: LEFT_ALONE_MS };
  }

  /** The times since the last call, in the order of looking; empty if no slide is looked at. */
  take(now: number): SlideTime[] {
    this.#count(now);
    return this.#items.splice(0, VISIT_ITEMS_MAX);
  }

  #count(now: number): void {
    const current = this.#current;
    if (current === null || current.left === 0) return;
    const milliseconds = Math.max(0, Math.min(Math.round(now - current.since), current.left));
    current.since = now;
    current.left -= milliseconds;
    if (milliseconds === 0) return;
    const last = this.#items.at(-1);
    if (last?.index === current.index) last.milliseconds = Math.min(LEFT_ALONE_MS, last.milliseconds + milliseconds);
    else this.#items.push({ index: current.index, milliseconds });
  }
}

/**
 * Begins a visit, which is then the one of this page.
 *
 * @param answer what the link asks for, as JSON: `{"name":…}` or `{"email":…}`
 */
export async function beginVisit(visitor: Visitor, answer = visitor.answer): Promise<void> {
  const given = JSON.parse(answer ?? '{}') as object;
  const referrer = wantsPrivacy() ? '' : document.referrer;
  const response = await visitor.send('/visits', { ...(referrer !== '' && { referrer: referrer.slice(0, 2048) }), ...given });
  visitor.visitId = ((await response.json()) as { visitId: string }).visitId;
  visitor.answer = answer;
}

/** Counts the visit, and reports which slides are looked at, until the player is closed. */
export function reportVisit(player: AudiencePlayer): void {
  const { visitor, signal } = player;
  const begun = begin(visitor);
  if (wantsPrivacy()) return;
  const clock = new SlideClock();
  const look = (): void => {
    const isSeen = player.isShown && !player.facts.ended && document.visibilityState === 'visible';
    clock.show(isSeen ? player.facts.index : null, performance.now());
  };
  // A report that fails is lost: repeated, it could count twice.
  const report = async (): Promise<void> => {
    const slides = clock.take(performance.now());
    if (slides.length === 0 || !(await begun)) return;
    await visitor.send(`/visits/${visitor.visitId ?? ''}`, { slides }, { keepalive: true }).catch((fault: unknown) => {
      // The visit has ended after a day, or was deleted.
      if (fault instanceof Refusal && fault.code === 'NOT_FOUND') void begin(visitor, true);
    });
  };
  player.watch(look);
  const timer = setInterval(() => void report(), VISIT_REPORT_SECONDS * SECOND_MS);
  const leave = (): void => {
    look();
    void report();
  };
  // Hidden is the last state in which a page can be sure to send something.
  document.addEventListener('visibilitychange', leave, { signal });
  window.addEventListener('pagehide', leave, { signal });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    void report();
  });
}

/** @returns whether there is a visit: one that this page has begun, or a new one */
async function begin(visitor: Visitor, isNew = false): Promise<boolean> {
  if (visitor.visitId !== null && !isNew) return true;
  return beginVisit(visitor).then(
    () => true,
    () => false,
  );
}
