import type { Place } from '#shared/place.ts';
import { samePlace } from './places.ts';

/** How long to wait for a deck that says nothing on its way. */
const TRAVEL_MS = 8000;

/**
 * Tells a window's own moves from those it was sent on. A deck that is sent somewhere may pass other places on its way,
 * or never get there: none of that is a move of this window's own.
 */
export class Steering {
  #rest: Place;
  #travel: { to: Place; underWay: boolean; until: number } | null = null;

  constructor(place: Place) {
    this.#rest = place;
  }

  /** Whether it is still on its way. */
  get isSent(): boolean {
    return this.#travel !== null;
  }

  /** The window shall show `place`. False: it does already, and stays. */
  send(place: Place, now = Date.now()): boolean {
    const already = samePlace(place, this.#rest);
    this.#travel = already ? null : { to: place, underWay: false, until: now + TRAVEL_MS };
    return !already;
  }

  /** Somebody moves in this window: where it was sent counts no longer. */
  takeOver(): void {
    this.#travel = null;
  }

  /** The window is at `place` now, or on its way there. True: it moved by itself. */
  movedTo(place: Place, arriving: boolean, now = Date.now()): boolean {
    const travel = this.#travel;
    const own = travel === null && !samePlace(place, this.#rest);
    this.#rest = place;
    if (travel === null) return own;
    travel.underWay ||= arriving;
    const settled = !arriving && (travel.underWay || samePlace(place, travel.to));
    if (settled || now >= travel.until) this.#travel = null;
    return false;
  }
}
