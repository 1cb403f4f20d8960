import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';
import { openDeck } from '#e2e/support/player.ts';
import { untilPainted } from '#e2e/support/painted.ts';
import { TouchScreen } from '#e2e/support/touch.ts';

/** A point as fractions of the slide's width and height. */
export type Spot = readonly [number, number];

/** The drawing on the slide, located by its accessible name. */
export function drawing(page: Page, words: string | RegExp = /./): Locator {
  return page.getByRole('img', { name: words });
}

/** What others are drawing on the slide. */
export const unfinished = (page: Page): Locator => page.locator('.ink-in-progress');

export const tools = (page: Page): Locator => page.getByRole('toolbar', { name: 'Drawing tools' });

export async function openToDraw(page: Page, deckId: string, position = 1): Promise<void> {
  await openDeck(page, deckId, position);
  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
}

/** Converts spots on the slide to window coordinates, once input there reaches what is over the slide. */
async function inWindow(page: Page, spots: readonly Spot[]): Promise<{ x: number; y: number }[]> {
  await untilPainted(page);
  // The presenter view has a second stage for the next slide.
  const box = await page.locator('.slide-overlay').first().boundingBox();
  if (box === null) throw new Error('There is no slide on the stage.');
  return spots.map(([x, y]) => ({ x: box.x + x * box.width, y: box.y + y * box.height }));
}

/** Presses the mouse at the first spot and releases it at the last. */
export async function drag(page: Page, ...spots: Spot[]): Promise<void> {
  await press(page, ...spots);
  await page.mouse.up();
}

/** Presses the mouse at the first spot and moves it to the last, without releasing it. */
export async function press(page: Page, ...spots: Spot[]): Promise<void> {
  const [first, ...rest] = await inWindow(page, spots);
  if (first === undefined) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 8 });
}

export async function hover(page: Page, spot: Spot): Promise<void> {
  for (const { x, y } of await inWindow(page, [spot])) await page.mouse.move(x, y, { steps: 4 });
}

/** Pen and touch input through the DevTools protocol, because Playwright has no API for it. */
export class TabletInput {
  readonly #page: Page;
  readonly #protocol: CDPSession;
  readonly #fingers: TouchScreen;
  #isHovering = false;

  private constructor(page: Page, protocol: CDPSession) {
    this.#page = page;
    this.#protocol = protocol;
    this.#fingers = new TouchScreen(page);
  }

  static async on(page: Page): Promise<TabletInput> {
    return new TabletInput(page, await page.context().newCDPSession(page));
  }

  /** Holds the pen above the screen until it is put down. It reports in every frame, as a real one does, because no hand is still. */
  async hoverPen(spot: Spot): Promise<void> {
    for (const { x, y } of await inWindow(this.#page, [spot])) {
      this.#isHovering = true;
      const report = async (): Promise<void> => {
        for (let nth = 0; ; nth += 1) {
          if (!this.#isHovering) return;
          await this.#pen('mouseMoved', { x: x + (nth % 2), y }, 0, 0);
          await this.#page.evaluate(() => new Promise(requestAnimationFrame));
        }
      };
      // It ends also when the page is closed.
      report().catch(() => (this.#isHovering = false));
    }
  }

  async drawWithPen(...spots: Spot[]): Promise<void> {
    await this.putPenDown(...spots);
    for (const spot of spots.slice(-1)) await this.liftPen(spot);
  }

  /** Draws with the pen and leaves it on the screen. */
  async putPenDown(...spots: Spot[]): Promise<void> {
    const points = await inWindow(this.#page, spots);
    this.#isHovering = false;
    for (const [at, point] of points.entries())
      await this.#pen(at === 0 ? 'mousePressed' : 'mouseMoved', point, 0.2 + 0.15 * at, 1);
  }

  async liftPen(spot: Spot): Promise<void> {
    for (const point of await inWindow(this.#page, [spot])) await this.#pen('mouseReleased', point, 0, 0);
  }

  /** Moves one finger from the first spot to the last. */
  async swipe(...spots: Spot[]): Promise<void> {
    await this.touch(...spots.map((spot) => [spot]));
    await this.lift();
  }

  /** Puts fingers on these spots one after the other and leaves them there; earlier fingers stay down. */
  async touch(...places: (readonly Spot[])[]): Promise<void> {
    // Computed before the touches, because they may move the slide.
    const steps = await Promise.all(places.map((spots) => inWindow(this.#page, spots)));
    await this.#fingers.hold(...steps.map((points) => points.map(({ x, y }) => [x, y] as const)));
  }

  lift(): Promise<void> {
    return this.#fingers.lift();
  }

  async #pen(
    type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
    at: { x: number; y: number },
    force: number,
    buttons: number,
  ) {
    const button = type === 'mouseMoved' && buttons === 0 ? 'none' : 'left';
    await this.#protocol.send('Input.dispatchMouseEvent', {
      type,
      ...at,
      force,
      buttons,
      button,
      pointerType: 'pen',
      clickCount: 1,
    });
  }
}
