import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

/** The current slide, in the player or in the presenter view, which also has a preview of the next one. */
export function slide(page: Page): FrameLocator {
  return frameOf(page).contentFrame();
}

function frameOf(page: Page): Locator {
  return page.locator('main iframe[data-current="true"]:not(.next-slide iframe)');
}

/** Clicks with the mouse what is inside a slide that is shown at any size. Playwright's own click ignores the scale of the frame. */
export async function clickInSlide(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const frame = await frameOf(page).boundingBox();
  const frameWidth = await frameOf(page).evaluate((element) => element.clientWidth);
  if (frame === null) throw new Error('The slide is not on the screen.');
  const { x, y, width, height } = await target.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  const scale = frame.width / frameWidth;
  const [middleX, middleY] = [frame.x + (x + width / 2) * scale, frame.y + (y + height / 2) * scale];
  // A busy browser still sends the pointer to what was there before, such as a dialog that has just closed.
  const isUnderPointer = async (): Promise<boolean> => {
    await page.mouse.move(middleX - 1, middleY);
    await page.mouse.move(middleX, middleY);
    return target.evaluate((element) => element.matches(':hover'));
  };
  await expect.poll(isUnderPointer).toBe(true);
  await page.mouse.click(middleX, middleY);
}

/** Waits until the current slide can be seen. Until then, a click reaches the one before it. */
export async function expectShown(page: Page): Promise<void> {
  await expect(frameOf(page)).toHaveAttribute('data-role', 'seen');
}

/** Waits until the player shows this position. */
export async function expectPosition(page: Page, position: number, count: number): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: `Slide ${String(position)} of ${String(count)}` })).toBeAttached();
}

/** Presses a key beside the slide several times, so quickly that the deck cannot do anything in between. */
export async function pressAtOnce(page: Page, press: { key: string; shiftKey: boolean }, times: number): Promise<void> {
  await page.evaluate(
    ([keyPress, most]) => {
      for (let at = 0; at < most; at += 1)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...keyPress, bubbles: true }));
    },
    [press, times] as const,
  );
}

type Reported = Readonly<{ index: number; step: number }> | null;

/** Records the last position that the current document reports. The player shows a requested slide before the deck has reached it. */
export async function listenForPositions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== top) return;
    addEventListener('message', ({ data, source }: MessageEvent<{ lectern?: string; position?: Reported }>) => {
      const frame = document.querySelector<HTMLIFrameElement>('main iframe[data-current="true"]');
      if (data.lectern === 'position' && source === frame?.contentWindow) Reflect.set(window, 'reported', data.position);
    });
  });
}

/** The last position that was reported; null: none, or the document has neither slides nor steps. */
export const reported = (page: Page): Promise<Reported> =>
  page.evaluate(() => (Reflect.get(window, 'reported') ?? null) as Reported);

/** Loads the page again once its address names this slide, which happens a little later than the slide is shown. */
export async function reloadAt(page: Page, number: number): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/${String(number)}$`));
  await page.reload();
}

/** Opens a deck at a slide (counted from 1) and waits until the player takes keys. */
export async function openDeck(page: Page, deckId: string, position: number): Promise<void> {
  await page.goto(`/decks/${deckId}/${String(position)}`);
  await expect(page.getByRole('toolbar')).toBeAttached();
}

export async function openNotes(page: Page, deckId: string, position = 1): Promise<Locator> {
  await openDeck(page, deckId, position);
  await page.keyboard.press('Shift+N');
  const note = page.getByRole('textbox', { name: `Notes for slide ${String(position)}` });
  await expect(note).toBeVisible();
  return note;
}

/**
 * Presses a player key while a slide has the focus, as slowly as a person: the page takes the focus on keydown and must see the
 * keyup.
 */
export async function pressInSlide(page: Page, key: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(focused).toBe('IFRAME');
  await page.keyboard.down(key);
  await expect.poll(focused).not.toBe('IFRAME');
  await page.keyboard.up(key);
}

/** The frame that the page has created before the application is there. */
export const early = (page: Page): Locator => page.locator('body > .player iframe');

/** Holds back the application, or the scripts of the page of visitors. Returns a function that lets them load. */
export async function holdApplication(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?:libraries|audience)-.*\.js/, (route) => held.promise.then(() => route.continue()));
  return () => held.resolve();
}
