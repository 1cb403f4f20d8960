import { findBrowser, launchOptionsOf } from '#e2e/support/browser.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { early, expectPosition, expectShown, holdApplication, openDeck, slide } from '#e2e/support/player.ts';
import { StageFilm } from '#e2e/support/stage-film.ts';
import { expect, test } from '#e2e/support/test.ts';

// As in Chrome on computers: a sandboxed frame has a process of its own, and the page does not know what it has painted.
const { args, ...browser } = launchOptionsOf(await findBrowser());
const ISOLATED = ['--site-per-process', '--enable-features=IsolateSandboxedIframes'];
test.use({ launchOptions: { ...browser, args: [...args, ...ISOLATED] } });

/** Keeps the process of the frame busy between loading and painting, as scripts that lay out a slide do. */
const BUSY = `<script>
  addEventListener('load', () =>
    requestAnimationFrame(() => {
      const end = performance.now() + 500;
      while (performance.now() < end);
    }),
  );
</script>`;

const slides = Array.from({ length: 5 }, (_, at) => `${String(at + 1)}<style>html { background: #20304a }</style>${BUSY}`);

test('no white flash appears between dark slides that take long to paint', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides }) });
  await openDeck(page, deck.id, 1);
  await expect(slide(page).getByText('1')).toBeVisible();
  const browserProtocol = await context.browser()?.newBrowserCDPSession();
  const found = await browserProtocol?.send('Target.getTargets');
  expect(
    found?.targetInfos.map(({ type }) => type),
    'The frames have processes of their own.',
  ).toContain('iframe');
  const film = await StageFilm.roll(page);
  for (const [key, position] of [
    ['End', slides.length],
    ['Home', 1],
    ['End', slides.length],
  ] as const) {
    await page.keyboard.press(key);
    await expectPosition(page, position, slides.length);
    await expectShown(page);
    await expect(slide(page).getByText(String(position))).toBeVisible();
  }
  await film.expectDark();
});

test('the first slide is not seen before it has been painted', async ({ page, context, user, pageErrors }) => {
  // What is blocked is reported before anything is painted.
  pageErrors.expect(/violates the following Content Security Policy/);
  const blocked = '<img src="https://pictures.example/one.png" alt="">';
  const bytes = await plainDeck({ slides: slides.map((html) => blocked + html) });
  const deck = await uploadDeck(context.request, { title: user.name, bytes });
  const releaseApplication = await holdApplication(page);
  const released = Promise.withResolvers<void>();
  await page.route(/\/play\/.*\/slides\/1\.html/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`/decks/${deck.id}`, { waitUntil: 'commit' });
  await expect(early(page)).toHaveAttribute('data-role', 'first');
  const film = await StageFilm.roll(page);
  released.resolve();
  await expect(early(page)).toHaveAttribute('data-role', 'seen');
  await expect(early(page).contentFrame().getByText('1')).toBeVisible();
  await film.expectDark();
  releaseApplication();
  await expectPosition(page, 1, slides.length);
});
