import type { CDPSession, Page } from '@playwright/test';
import { untilPainted } from '#e2e/support/painted.ts';

/** In CSS pixels of the window. */
export type TouchPoint = readonly [x: number, y: number];

const FRAME_S = 0.016;
const BETWEEN_GESTURES_S = 0.1;
/** After this time without a movement, lifting a finger flings nothing. While something is flung, a tap stops it and is no click. */
const REST_S = 0.1;

/**
 * Real touch input with its own clock: two positions of a finger are one frame apart and two gestures a tenth of a second,
 * however slow the machine is.
 */
export class TouchScreen {
  readonly #page: Page;
  #protocol: CDPSession | undefined;
  #now = Date.now() / 1000;
  #fingers = 0;
  #last: readonly TouchPoint[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Puts fingers down at the first places, moves them through the others and lifts them. */
  async touch(...steps: readonly (readonly TouchPoint[])[]): Promise<void> {
    await this.hold(...steps);
    await this.lift();
  }

  /** The same without lifting. The fingers are in addition to those already down. */
  async hold(...steps: readonly (readonly TouchPoint[])[]): Promise<void> {
    if (this.#fingers === 0) await untilPainted(this.#page);
    for (const points of steps) {
      await this.#send(points.length > this.#fingers ? 'touchStart' : 'touchMove', points);
      this.#fingers = points.length;
      this.#last = points;
    }
  }

  async lift(): Promise<void> {
    this.#now += REST_S;
    await this.#send('touchMove', this.#last);
    await this.#send('touchEnd', []);
    this.#fingers = 0;
    this.#now += BETWEEN_GESTURES_S;
  }

  /** Moves each finger through its places, all at the same time, and lifts them. */
  drag(...fingers: readonly (readonly TouchPoint[])[]): Promise<void> {
    const steps = fingers[0]?.map((_, at) => fingers.flatMap((places) => places.slice(at, at + 1))) ?? [];
    return this.touch(...steps);
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly TouchPoint[]): Promise<void> {
    this.#protocol ??= await this.#page.context().newCDPSession(this.#page);
    this.#now += FRAME_S;
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await this.#protocol.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: this.#now });
  }
}
