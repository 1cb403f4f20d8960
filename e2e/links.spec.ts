import type { Locator, Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { startOtherHost } from '#e2e/support/local-host.ts';
import { clickInSlide, expectPosition, expectShown, openDeck, slide } from '#e2e/support/player.ts';
import { revealDeck } from '#e2e/support/real-decks.ts';
import { follow, present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user }) => expect(user.role).toBe('user'));

const question = (page: Page): Locator => page.getByRole('dialog', { name: /^(?:Open|Write to) / });

/** Answers every request to a host, whatever it is. */
async function answerAt(page: Page, host: string): Promise<void> {
  await page
    .context()
    .route(`**//${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }));
}

const LINKS = `<div style="font: 24px sans-serif"><a href="https://pages.example/a?b#c">Same tab</a> <a href="https://pages.example/other" target="_blank">New tab</a>
<a href="https://pages.example/top" target="_top">Top</a> <p onclick="event.stopPropagation()"><a href="https://pages.example/kept">Kept from the deck</a></p>
<a href="https://pages.example/own" onclick="this.textContent = 'Handled'; return false">Own</a>
<svg width="200" height="40"><a href="https://pages.example/svg"><text y="30" font-size="30" fill="#fff">Drawn</text></a></svg>
<a href="data:text/html,x">Data</a> <a href="javascript:document.title = 'ran'">Script</a>
<a href="#below" target="_blank">Below</a><p id="below">Here</p></div>`;

test('a link opens in a new tab after one question for each host of a deck', async ({ page, context }) => {
  await answerAt(page, 'pages.example');
  await page.clock.install();
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [LINKS, 'Two'] }) });
  await openDeck(page, deck.id, 1);
  const link = (name: string) => slide(page).getByText(name, { exact: true });
  await link('Same tab').click();
  await expect(question(page)).toHaveAccessibleName('Open pages.example?');
  await expect(question(page)).toContainText('https://pages.example/a?b#c');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);

  // After a refusal, links do nothing for 3 s.
  await page.clock.fastForward(3000);
  await link('New tab').click();
  const opening = context.waitForEvent('page');
  await question(page).getByRole('button', { name: 'Open' }).click();
  const opened = await opening;
  await expect(opened).toHaveURL('https://pages.example/other');
  expect(await opened.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, '']);
  await opened.close();

  for (const [name, address] of [
    ['Same tab', 'a?b#c'],
    ['Top', 'top'],
    ['Kept from the deck', 'kept'],
    ['Drawn', 'svg'],
  ] as const) {
    const again = context.waitForEvent('page');
    // Links open at most one tab in a second.
    await page.clock.fastForward(1000);
    await link(name).click();
    await expect(await again).toHaveURL(`https://pages.example/${address}`);
    await (await again).close();
  }
  await link('Own').click();
  await expect(link('Handled')).toBeVisible();
  for (const name of ['Data', 'Script', 'Below']) await link(name).click();
  await expect(question(page)).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);

  // The keys still work, and the keyboard follows links as well.
  await page.reload();
  await link('Same tab').focus();
  const byKey = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  await expect(await byKey).toHaveURL('https://pages.example/a?b#c');
  await (await byKey).close();
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 2);
});

const FORGER = `<div style="font: 24px sans-serif"><button>Click me</button></div><script>
  const forge = (path) => parent.postMessage({ lectern: 'link', href: 'https://pages.example/' + path }, '*');
  addEventListener('load', () => setInterval(() => forge('unasked'), 50));
  document.querySelector('button').onclick = () => { for (let at = 0; at < 20; at += 1) forge('clicked'); };
</script>`;

test('forged links open nothing: they get one question after a gesture, and none for a while after a refusal', async ({
  page,
  context,
}) => {
  await answerAt(page, 'pages.example');
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [FORGER] }) });
  await openDeck(page, deck.id, 1);
  const button = slide(page).getByRole('button');
  await expect(button).toBeVisible();
  const forged = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          let left = 5;
          addEventListener('message', ({ data }: MessageEvent<{ lectern?: string }>) => {
            if (data.lectern === 'link' && (left -= 1) === 0) resolve();
          });
        }),
    );
  await forged();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button.click();
  await expect(question(page)).toHaveCount(1);
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await forged();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);
});

test('links between the slides of a deck go to the slide; other files of the package open in a tab', async ({
  page,
  context,
}) => {
  const bytes = await plainDeck({
    slides: [
      '<a href="./3.html#end">To three</a> <a href="../more.html">More</a>',
      'Two',
      '<a href="1.html" target="_blank">To one</a>',
    ],
    beside: { 'more.html': '<!doctype html><title>More</title><h1>More</h1>' },
  });
  const deck = await uploadDeck(context.request, { bytes });
  await openDeck(page, deck.id, 1);
  await slide(page).getByText('To three').click();
  await expectPosition(page, 3, 3);
  await expectShown(page);
  await slide(page).getByText('To one').click();
  await expectPosition(page, 1, 3);
  await expectShown(page);
  await slide(page).getByText('More').click();
  await expect(question(page)).toHaveAccessibleName('Open more.html?');
  const opening = context.waitForEvent('page');
  await question(page).getByRole('button', { name: 'Open' }).click();
  await expect((await opening).getByRole('heading', { name: 'More' })).toBeVisible();
});

test('links are clicked in the presenter view and in the player of a follower', async ({
  page: stage,
  context,
  anotherBrowser,
  user,
}) => {
  await answerAt(stage, 'pages.example');
  const slides = [LINKS, '<div><a href="3.html">To three</a></div>', 'Three'];
  const deck = await uploadDeck(context.request, { visibility: 'team', bytes: await plainDeck({ slides }) });
  const ben = await anotherBrowser({ as: 'Ben' });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const follower = await follow(ben, deck.id, user.name);
  await answerAt(follower, 'pages.example');

  for (const page of [view, follower]) {
    await clickInSlide(page, slide(page).getByText('Same tab', { exact: true }));
    await expect(question(page)).toHaveAccessibleName('Open pages.example?');
    const opening = page.context().waitForEvent('page');
    await question(page).getByRole('button', { name: 'Open' }).click();
    const opened = await opening;
    await expect(opened).toHaveURL('https://pages.example/a?b#c');
    await opened.close();
  }
  // A click on a link is no move of the follower.
  await expect(follower.getByText(`Following ${user.name}`)).toBeAttached();

  // A link to a slide moves the talk in the presenter view, and only this window in the follower's player.
  await view.keyboard.press('ArrowRight');
  for (const page of [stage, follower]) await expectPosition(page, 2, 3);
  await clickInSlide(follower, slide(follower).getByText('To three'));
  await expectPosition(follower, 3, 3);
  await expect(follower.getByText('You are browsing on your own')).toBeVisible();
  await expectPosition(stage, 2, 3);
  await follower.getByRole('button', { name: `Back to ${user.name}` }).click();
  await expectPosition(follower, 2, 3);
  await clickInSlide(view, slide(view).getByText('To three'));
  for (const page of [stage, follower]) await expectPosition(page, 3, 3);
});

test('links of reveal.js work: to another of its slides, and to a website', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/violates the following Content Security Policy/);
  await answerAt(page, 'github.com');
  await answerAt(page, 'hakim.se');
  const deck = await uploadDeck(context.request, { title: 'reveal.js', bytes: await revealDeck() });
  await openDeck(page, deck.id, 1);
  await expectPosition(page, 1, 41);
  await slide(page).locator('section.present').getByRole('link', { name: 'Hakim El Hattab' }).focus();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(question(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Not now' }).click();
  // "Vertical slides": a link to the first slide below.
  await openDeck(page, deck.id, 3);
  await expectPosition(page, 3, 41);
  await slide(page)
    .locator('section.present:not(.stack) a[href^="#/"], section.present:not(.stack) a.navigate-down')
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expectPosition(page, 4, 41);
});

test('a frame that has left the deck comes back to its slide, and keys count before it is shown again', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.expect(/Content Security Policy|ERR_/);
  await using other = await startOtherHost();
  const leave = `<button onclick="location.href = 'http://${other.host}/'">Leave</button>`;
  const bytes = await plainDeck({
    slides: ['One', `Two ${leave}<img src="picture.svg" alt="">`],
    beside: {
      'more.html': '<!doctype html><title>More</title><h1>More</h1>',
      'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
  });
  const deck = await uploadDeck(context.request, { bytes });
  await openDeck(page, deck.id, 2);
  const leaveButton = slide(page).getByRole('button', { name: 'Leave' });
  await expect(page.locator('iframe[data-current="true"][data-role="seen"]')).toBeVisible();
  // Until the picture has arrived, the page that the frame went to is on the screen, and has the focus.
  const picture = Promise.withResolvers<void>();
  await page.route('**/picture.svg', async (route) => {
    await picture.promise;
    await route.continue();
  });
  await leaveButton.click();
  await expect(page.locator('iframe[data-current="true"][data-role="coming"]')).toBeAttached();
  await expect(leaveButton).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, 1, 2);
  picture.resolve();
  await expect(slide(page).getByText('One')).toBeVisible();
  expect(other.asked).toEqual([]);
});

test('a script that shows the file of another slide goes to that slide', async ({ page, context }) => {
  const slides = [`<button onclick="location.href = '3.html'">Jump</button>`, 'Two', 'Three'];
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides }) });
  await openDeck(page, deck.id, 1);
  await slide(page).getByRole('button', { name: 'Jump' }).click();
  await expectPosition(page, 3, 3);
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, 2, 3);
});

test('a slide that always leaves is not brought back forever', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/Content Security Policy|ERR_/);
  await using other = await startOtherHost();
  const script = `<script>addEventListener('load', () => setTimeout(() => { location.href = 'http://${other.host}/'; }, 50));</script>`;
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [script, 'Two'] }) });
  await openDeck(page, deck.id, 1);
  await expect(page.getByRole('alert')).toContainText('This slide keeps going to another page');
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 2);
  expect(other.asked).toEqual([]);
});
