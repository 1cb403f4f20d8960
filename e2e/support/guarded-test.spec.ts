import { endRoutes, expect, test } from './guarded-test.ts';

const SAYS_BOOM = '<h1>A page</h1><script>console.error("boom")</script>';

test('a page without errors passes', async ({ page }) => {
  await page.setContent('<h1>A page</h1>');
  await expect(page.getByRole('heading')).toHaveText('A page');
});

test('a console.error fails the test', async ({ page }) => {
  test.fail();
  await page.setContent(SAYS_BOOM);
});

test('an uncaught error fails the test', async ({ page }) => {
  test.fail();
  await page.setContent('<script>throw new Error("bang")</script>');
});

test('an expected error does not fail the test', async ({ page, pageErrors }) => {
  pageErrors.expect(/boom/);
  await page.setContent(SAYS_BOOM);
});

test('a request that is still being answered when a test ends does not fail it', async ({ page }) => {
  const asked = Promise.withResolvers<void>();
  const closed = new Promise((resolve) => page.once('close', resolve));
  await page.route('https://example.com/', async (route) => {
    asked.resolve();
    await closed;
    await route.fulfill({ response: await route.fetch() });
  });
  void page.goto('https://example.com/').catch(() => undefined);
  await asked.promise;
});

test('a test may close a browser itself', async ({ browser }) => {
  const context = await browser.newContext();
  await context.newPage();
  await context.close();
  await endRoutes(context);
});
