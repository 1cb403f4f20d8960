import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Tries each thing that a deck must not be able to do, and writes down how it went. */
const HOSTILE = `
<pre id="report"></pre>
<script>
  const tried = {};
  const attempt = (name, act) => { try { tried[name] = String(act()); } catch (error) { tried[name] = error.name; } };
  attempt('cookie', () => document.cookie);
  attempt('parent', () => parent.document.title);
  attempt('top address', () => top.location.href);
  attempt('origin', () => self.origin);
  attempt('storage', () => { localStorage.setItem('a', 1); return localStorage.getItem('a'); });
  attempt('popup', () => window.open('about:blank'));
  if (top !== self) attempt('navigate top', () => { top.location = 'https://example.com/'; return 'asked'; });
  fetch('/api/decks', { credentials: 'include' }).then((r) => r.status, (e) => e.name).then((api) => {
    document.querySelector('#report').textContent = JSON.stringify({ ...tried, api });
  });
  parent.postMessage({ lectern: 'key', key: 'Delete', shiftKey: false }, '*');
  parent.postMessage({ lectern: 'position', position: { index: -1, count: 1e9, canNext: 'yes', canPrevious: 0 } }, '*');
</script>`;

test('deck code reaches neither the session nor the page around it', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/Content Security Policy|Unsafe attempt|Blocked opening|sandboxed|allow-popups/);
  const deck = await uploadDeck(context.request, {
    title: `Hostile, by ${user.email}`,
    bytes: await plainDeck({ slides: [HOSTILE, 'Two'] }),
  });
  await page.goto(`/decks/${deck.id}/1`);
  await expect(slide(page).locator('#report')).not.toBeEmpty();
  const report: unknown = JSON.parse((await slide(page).locator('#report').textContent()) ?? '');
  expect(report).toEqual({
    cookie: 'SecurityError',
    parent: 'SecurityError',
    'top address': 'SecurityError',
    origin: 'null',
    // Kept in memory for decks that expect it, and in this frame alone.
    storage: '1',
    popup: 'null',
    'navigate top': 'SecurityError',
    api: 'TypeError',
  });
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}/1$`));
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
});

test('a deck opened by its own address is as confined', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/Content Security Policy|sandboxed|Unsafe attempt/);
  const deck = await uploadDeck(context.request, {
    title: `Alone, by ${user.email}`,
    bytes: await plainDeck({ slides: [HOSTILE] }),
  });
  const playback = (await (await context.request.get(`/api/decks/${deck.id}/playback`)).json()) as { baseUrl: string };
  await page.goto(`${playback.baseUrl}slides/1.html`);
  await expect(page.locator('#report')).toContainText('"cookie":"SecurityError"');
  await expect(page.locator('#report')).toContainText('"api":"TypeError"');
});
