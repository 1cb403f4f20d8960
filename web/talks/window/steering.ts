import type { Place } from '#shared/place.ts';
import { samePlace } from './places.ts';

/**
 * Distinguishes a window's own moves from moves that a talk requested. A deck that is sent to a place may pass other places, or
 * never arrive; those reports are not the window's own moves. A request ends when the position says that it is settled, however long
 * that takes.
 */
export class Steering {
  #rest: Place;
  #request: { readonly to: Place; readonly number: number } | null = null;
  #requests = 0;

  constructor(place: Place) {
    this.#rest = place;
  }

  /** Whether a requested place has not been reached yet. */
  get isSent(): boolean {
    return this.#request !== null;
  }

  /** Requests a place. Returns the number of the request, or null if the window is already at the place or on its way there. */
  send(place: Place): number | null {
    if (samePlace(place, this.#request?.to ?? this.#rest)) return null;
    this.#requests += 1;
    this.#request = { to: place, number: this.#requests };
    return this.#requests;
  }

  /** Cancels the request because the user navigates in this window. */
  takeOver(): void {
    this.#request = null;
  }

  /**
   * Records the place that the window shows or, if `arriving`, is moving to.
   *
   * @param request number of the last request that the position has received; 0 if none
   * @returns whether the window moved by itself
   */
  movedTo(place: Place, arriving: boolean, request: number): boolean {
    const isOwn = this.#request === null && !samePlace(place, this.#rest);
    this.#rest = place;
    // A report from before the request says nothing about it.
    if (!arriving && request === this.#request?.number) this.#request = null;
    return isOwn;
  }
}
