import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openProbe } from '#e2e/support/probe.ts';
import { marpDeck, revealModuleDeck, slidevDeck, substepDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user, pageErrors }) => {
  expect(user.role).toBe('user');
  // Every Slidev build loads its icon from another host.
  pageErrors.expect(/favicon\.png' violates/);
});

const at = (index: number, step: number, count: number, steps = 0) => ({
  index,
  count,
  step,
  steps,
  canNext: index < count - 1 || step < steps,
  canPrevious: index > 0 || step > 0,
});

for (const { name, pack, slides, stepped } of [
  {
    name: 'reveal.js',
    pack: revealModuleDeck,
    slides: [
      { label: 'Made of modules', text: '', notes: null },
      { label: 'A column', text: '', notes: 'Down, not right.' },
      { label: 'Its second slide', text: 'One Two Three', notes: null },
      { label: 'No heading here', text: '', notes: 'That was all.' },
    ],
    stepped: { index: 2, steps: 3 },
  },
  {
    name: 'impress.js',
    pack: substepDeck,
    slides: [
      { label: 'Flying', text: '', notes: 'Mind the gap.' },
      { label: 'One Two', text: '', notes: null },
      { label: 'Landed', text: '', notes: null },
    ],
    stepped: { index: 1, steps: 2 },
  },
  {
    name: 'Marp',
    pack: marpDeck,
    slides: [
      { label: 'Made by Marp', text: 'The first slide.', notes: 'Welcome everybody to the first slide.' },
      { label: 'Steps one by one', text: 'Apple Pear Plum', notes: 'Let them guess the third fruit.' },
      { label: 'Several at once', text: 'One Two', notes: null },
      { label: 'The end', text: '', notes: null },
    ],
    stepped: { index: 1, steps: 3 },
  },
  {
    name: 'Slidev',
    pack: slidevDeck,
    slides: [
      { label: 'Made by Slidev', text: '', notes: 'Welcome everybody to the first slide.' },
      { label: 'Steps one by one', text: '', notes: 'Let them guess the third fruit.' },
      { label: 'With a component', text: '', notes: null },
      { label: 'The end', text: '', notes: null },
    ],
    stepped: { index: 1, steps: 3 },
  },
]) {
  test(`${name}: slides and notes are reported, and every step can be reached`, async ({ page, context }) => {
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });
    const probe = await openProbe(page, deck);
    const { index, steps } = stepped;
    const count = slides.length;
    await probe.expectPosition(at(0, 0, count));
    const expected: unknown[] = slides.map((slide) => expect.objectContaining(slide));
    await expect.poll(async () => (await probe.last('outline'))?.['slides']).toEqual(expected);

    await probe.tell({ lectern: 'go', index, step: 1 });
    await probe.expectPosition(at(index, 1, count, steps));
    await probe.tell({ lectern: 'step', direction: 'next', skip: false, byKeys: false });
    await probe.expectPosition(at(index, 2, count, steps));
    await probe.tell({ lectern: 'step', direction: 'previous', skip: false, byKeys: false });
    await probe.expectPosition(at(index, 1, count, steps));
    await probe.tell({ lectern: 'go', index, step: 100_000 });
    await probe.expectPosition(at(index, steps, count, steps));
    await probe.tell({ lectern: 'go', index: 0 });
    await probe.expectPosition(at(0, 0, count));
    await probe.tell({ lectern: 'step', direction: 'previous', skip: false, byKeys: false });
    await expect.poll(() => probe.last('edge')).toEqual({ lectern: 'edge', direction: 'previous' });
    await probe.tell({ lectern: 'go', index: count - 1 });
    await probe.expectPosition(at(count - 1, 0, count));
    await probe.tell({ lectern: 'step', direction: 'next', skip: false, byKeys: false });
    await expect.poll(() => probe.last('edge')).toEqual({ lectern: 'edge', direction: 'next' });
  });
}

/** The frame name for slides without a runtime. */
const frameName = 'lectern-slide';
const step = (direction: 'next' | 'previous', skip = false) => ({ lectern: 'step', direction, skip, byKeys: false });

test("fragments of a plain slide are steps, hidden at first, and the deck's styles win", async ({ page, context }) => {
  const slides = [
    '<p class="fragment">One</p><p class="fragment">Two</p><p class="fragment fade-out">There at first</p>',
    '<style>.fragment { visibility: visible; opacity: 0.5 } .fragment.visible { opacity: 1 }</style><p class="fragment">Pale</p>',
  ];
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides }) });
  const probe = await openProbe(page, deck, { frameName });
  const slide = page.frameLocator('iframe');
  await probe.expectPosition(at(0, 0, 1, 3));
  await expect(slide.getByText('One')).toBeHidden();
  await expect(slide.getByText('There at first')).toBeVisible();
  await probe.tell(step('next'));
  await probe.expectPosition(at(0, 1, 1, 3));
  await expect(slide.getByText('One')).toBeVisible();
  await expect(slide.getByText('One')).toHaveClass(/current-fragment/);
  await expect(slide.getByText('Two')).toBeHidden();
  await probe.tell(step('next', true));
  await probe.expectPosition(at(0, 3, 1, 3));
  await expect(slide.getByText('There at first')).toBeHidden();
  await probe.tell({ lectern: 'go', index: 0, step: 2 });
  await probe.expectPosition(at(0, 2, 1, 3));

  const styled = await openProbe(page, deck, { frameName, file: 'slides/2.html' });
  await styled.expectPosition(at(0, 0, 1, 1));
  await expect(slide.getByText('Pale')).toBeVisible();
});

test('fragments of a deck with its own runtime are left alone', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: ['<p class="fragment">Mine</p>'] }) });
  const probe = await openProbe(page, deck);
  await probe.expectPosition(null);
  await expect(page.frameLocator('iframe').getByText('Mine')).toBeVisible();
});

const BETWEEN_SLIDES = `<div class="remark-slides-area">
  ${['One', 'Two', 'Three'].map((title) => `<div class="remark-slide-container"><h1>${title}</h1></div>`).join('')}
</div><p id="asked"></p>
<script>
  document.querySelector('.remark-slide-container').classList.add('remark-visible');
  addEventListener('message', ({ data }) => { if (typeof data === 'string') document.querySelector('#asked').textContent = data; });
</script>`;

test('a known runtime stays one while it shows no slide', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [BETWEEN_SLIDES] }) });
  const probe = await openProbe(page, deck);
  await probe.expectPosition(at(0, 0, 3));
  const slide = page.frameLocator('iframe');
  await slide.locator('.remark-visible').evaluate((element) => element.classList.remove('remark-visible'));
  await probe.tell({ lectern: 'go', index: 2 });
  await expect(slide.locator('#asked')).toHaveText('gotoSlide:3');
});

const LOADS = `<img src="https://pictures.example/private/path.png?secret=1" alt="" /><img src="https://pictures.example/b.png" alt="" />
<link rel="icon" href="https://icons.example/favicon.png" />
<script>
  fetch('https://data.example:8443/things.json').catch(() => {});
  fetch('/api/decks').catch(() => {});
</script>`;

test('blocked hosts are reported once, without paths, and again on request', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/Content Security Policy/);
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [LOADS] }) });
  const probe = await openProbe(page, deck);
  await probe.expectPosition(null);
  const hosts = async () => (await probe.all('blocked')).map(({ host }) => String(host)).toSorted((a, b) => a.localeCompare(b));
  await expect.poll(hosts).toEqual(['data.example:8443', 'pictures.example']);
  await probe.tell({ lectern: 'hello' });
  await expect.poll(async () => (await hosts()).length).toBe(4);
  await expect.poll(async () => (await probe.all('position')).length).toBeGreaterThan(1);
});

test('a document that is never painted, because it cannot be seen, reports all the same', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck() });
  const probe = await openProbe(page, deck, { isHidden: true });
  await probe.expectPosition(null);
});

test('a deck gets its size even if the page was busy while it started', async ({ page, context }) => {
  const file = 'slides/scaled.html';
  const script = "const say = () => (document.title += ` ${innerWidth}`); say(); addEventListener('resize', say)";
  const html = `<!doctype html><title>at</title><script>${script}</script><link rel="stylesheet" href="late.css"><p>Hello</p>`;
  const bytes = await plainDeck({
    beside: { [file]: html, 'slides/late.css': '' },
    more: { slides: [{ file, label: 'Scales itself', notes: null }] },
  });
  const deck = await uploadDeck(context.request, { bytes });
  // A frame gets its size from the page around it, which is kept busy here until the slide's script has run.
  await page.addInitScript(() => {
    if (window !== top) return;
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('iframe') === null) return;
      observer.disconnect();
      const until = performance.now() + 2000;
      while (performance.now() < until);
    }).observe(document, { childList: true, subtree: true });
  });
  // Nothing in the frame is laid out before its style sheet has loaded, so the browser sees no change of size.
  await page.route('**/late.css', async (route) => {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await route.fallback();
  });
  await page.goto(`/decks/${deck.id}/1`);
  await expect
    .poll(() =>
      page
        .frameLocator('main iframe')
        .locator('html')
        .evaluate(() => document.title),
    )
    // What it had first depends on when the page was busy.
    .toMatch(/ 1280$/);
});
