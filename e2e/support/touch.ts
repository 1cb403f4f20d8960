import type { Page } from '@playwright/test';

/** In CSS pixels of the window. */
export type TouchPoint = readonly [x: number, y: number];

const FRAME_S = 0.016;
const BETWEEN_GESTURES_S = 0.1;

/**
 * Real touches, as a touch screen sends them, by a clock of their own: however slow the machine is just now, two
 * places of a finger lie one frame apart and two gestures a tenth of a second.
 */
export class TouchScreen {
  readonly #page: Page;
  #now = Date.now() / 1000;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Puts fingers down at the first of these, moves them through the others, and lifts them. */
  async touch(...steps: readonly (readonly TouchPoint[])[]): Promise<void> {
    const protocol = await this.#page.context().newCDPSession(this.#page);
    const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly TouchPoint[]): Promise<void> => {
      this.#now += FRAME_S;
      const touchPoints = fingers.map(([x, y], id) => ({ x, y, id }));
      await protocol.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: this.#now });
    };
    for (const [at, fingers] of steps.entries()) await send(at === 0 ? 'touchStart' : 'touchMove', fingers);
    await send('touchEnd', []);
    this.#now += BETWEEN_GESTURES_S;
    await protocol.detach();
  }

  /** Each finger goes through its places, all of them at the same time. */
  drag(...fingers: readonly (readonly TouchPoint[])[]): Promise<void> {
    const steps = fingers[0]?.map((_, at) => fingers.flatMap((places) => places.slice(at, at + 1))) ?? [];
    return this.touch(...steps);
  }
}
