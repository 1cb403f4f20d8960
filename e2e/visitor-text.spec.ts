import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { expectSlideInView, follow, pairingAddress, startTalk } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';
import { linkSchema } from '#shared/links.ts';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true };
/** A formula, markup, and what replacing texts could fill in. As long as a name may be. */
const NAME = `=1+<b class=injected><img src=x onerror=injected=1>\${1}$&'"`;
const TEXT = `=2+</p></script>{{name}}$t(questions.title)${NAME}`;

test('what visitors write is shown as text wherever it is shown', async ({ anotherBrowser, page: view, context, user }) => {
  const pages: Page[] = [view];
  const opened = async (wish = {}) => {
    const page = await (await anotherBrowser(wish)).newPage();
    pages.push(page);
    return page;
  };
  const bytes = await plainDeck({ slides: ['One', 'Two'] });
  const deck = await uploadDeck(context.request, { bytes, visibility: 'team' });
  const wish = { name: NAME, askFor: 'name', allowEmbedding: true };
  const made = await context.request.post(`/api/decks/${deck.id}/links`, { data: wish });
  const link = linkSchema.parse(await made.json());

  // On the pages of visitors and of the presenter.
  await view.goto(`/decks/${deck.id}/present`);
  await expectSlideInView(view, 1);
  await view.getByRole('button', { name: 'Link for the audience' }).click();
  const audience = view.getByRole('dialog', { name: 'Link for the audience' });
  await audience.getByLabel('By which link').selectOption({ label: NAME });
  await audience.getByRole('button', { name: 'Open the talk to everyone with the link' }).click();
  await expect(audience.getByText('Everyone with this link waits for you')).toBeVisible();
  await view.keyboard.press('Escape');
  const questions = (page: Page) => page.getByRole('complementary', { name: 'Questions' });
  await view.getByRole('button', { name: 'Questions' }).click();
  await questions(view).getByRole('switch', { name: 'Take questions' }).click();
  await startTalk(view);

  const visitor = await opened();
  await visitor.goto(link.url);
  await visitor.getByLabel('Name').fill(NAME);
  await visitor.keyboard.press('Enter');
  await expectPosition(visitor, 1, 2);
  await visitor.getByRole('button', { name: 'Questions' }).click();
  await questions(visitor).getByLabel('Your question to the presenter').fill(TEXT);
  await questions(visitor).getByLabel('Your name').fill(NAME);
  await questions(visitor).getByRole('button', { name: 'Ask', exact: true }).click();
  for (const page of [visitor, view]) {
    await expect(questions(page).getByRole('listitem').filter({ hasText: TEXT })).toContainText(NAME);
    await questions(page).getByRole('button', { name: 'Close' }).click();
  }

  // On the phone of the presenter, and from there in front of everyone.
  const address = await pairingAddress(view);
  const phone = await opened(PHONE);
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Connect' }).tap();
  await view.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();
  await phone.getByRole('button', { name: 'Questions (1)' }).tap();
  const onPhone = phone.getByRole('listitem').filter({ hasText: TEXT });
  await expect(onPhone).toContainText(NAME);
  const stage = await context.newPage();
  await openDeck(stage, deck.id, 1);
  const follower = await follow(await anotherBrowser({ as: 'Ben' }), deck.id, user.name);
  pages.push(stage, follower);
  await onPhone.getByRole('button', { name: 'Show' }).tap();
  for (const page of [stage, visitor, follower]) {
    const screen = page.getByRole('region', { name: 'Question', exact: true });
    await expect(screen).toContainText(TEXT);
    await expect(screen).toContainText(NAME);
  }

  // In files.
  await view.getByRole('button', { name: /^Questions/ }).click();
  const saved = async (page: Page, button: string | RegExp) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    return readFile(await file.path(), 'utf8');
  };
  const cell = (text: string) => `"'${text.replaceAll('"', '""')}"`;
  expect(await saved(view, /^CSV: /)).toContain(`open,${cell(NAME)},${cell(TEXT)}\r\n`);
  expect(JSON.parse(await saved(view, /^JSON: /))).toMatchObject([{ text: TEXT, name: NAME }]);

  // Among the visits, with a host that another site could have sent.
  const strange = { name: NAME, referrer: `https://x.example/${NAME}` };
  await context.request.post(`${link.url.replace('/s/', '/api/shared/')}/visits`, {
    data: strange,
    headers: { 'user-agent': `Mozilla/5.0 ${NAME}` },
  });
  await stage.goto(`/decks/${deck.id}/visits`);
  await expect(stage.getByRole('list', { name: 'Each visit' }).getByRole('strong')).toHaveText([NAME, NAME]);
  await expect(stage.getByText('2 people are looking now')).toBeVisible();
  expect(await saved(stage, 'Download CSV')).toContain(cell(NAME));

  // Previews have nothing that visitors or editors wrote about the link.
  for (const path of [link.url, link.url.replace('/s/', '/embed/')])
    expect(await (await context.request.get(path, { headers: { accept: 'text/html' } })).text()).not.toContain('=1+');
  for (const page of pages) {
    await expect(page.locator('.injected')).toHaveCount(0);
    expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false);
  }
});
