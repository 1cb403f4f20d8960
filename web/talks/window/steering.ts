import type { Place } from '#shared/place.ts';
import { samePlace } from './places.ts';

/** How long to wait for a deck that does not report its arrival. */
const REQUEST_MS = 8000;

/**
 * Distinguishes a window's own moves from moves that a talk requested. A deck that is sent to a place may pass other places, or
 * never arrive; those reports are not the window's own moves.
 */
export class Steering {
  #rest: Place;
  #request: { to: Place; underWay: boolean; until: number } | null = null;

  constructor(place: Place) {
    this.#rest = place;
  }

  /** Whether a requested place has not been reached yet. */
  get isSent(): boolean {
    return this.#request !== null;
  }

  /** Requests a place. Returns false if the window already shows it. */
  send(place: Place, now = Date.now()): boolean {
    const already = samePlace(place, this.#rest);
    this.#request = already ? null : { to: place, underWay: false, until: now + REQUEST_MS };
    return !already;
  }

  /** Cancels the request because the user navigates in this window. */
  takeOver(): void {
    this.#request = null;
  }

  /** Records the place that the window shows or is moving to. Returns true if it moved by itself. */
  movedTo(place: Place, arriving: boolean, now = Date.now()): boolean {
    const request = this.#request;
    const own = request === null && !samePlace(place, this.#rest);
    this.#rest = place;
    if (request === null) return own;
    request.underWay ||= arriving;
    const settled = !arriving && (request.underWay || samePlace(place, request.to));
    if (settled || now >= request.until) this.#request = null;
    return false;
  }
}
