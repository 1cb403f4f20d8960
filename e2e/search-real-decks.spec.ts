import type { APIRequestContext } from '@playwright/test';
import { accountsOf } from '#e2e/support/accounts.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import * as real from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

/** What a user types, and the place that the user looks for: the slide of the package and the slide inside it, counted from 0. */
type Search = readonly [q: string, slideIndex: number, inner: number | null];

interface Kind {
  readonly pack: () => Promise<Buffer>;
  /** What is found without a renderer. */
  readonly read: readonly Search[];
  /** What only scripts show. */
  readonly made?: readonly Search[];
}

/** All decks are searched together, so that each search competes with all others. */
const KINDS: Readonly<Record<string, Kind>> = {
  'reveal.js': {
    pack: real.revealDeck,
    read: [
      ['html presentation framework', 0, 0],
      ['nested vertical slides', 0, 2],
      ['basement level 2', 0, 4],
      ['visual editor', 0, 5],
      ['useState', 0, 6],
      ['highlight.js', 0, 6],
      ['zoom.js', 0, 8],
      ['touch swipe', 0, 12],
      ['markdown support', 0, 13],
      ['data-preview-video', 0, 14],
      ['fit text', 0, 15],
      ['notes window', 0, 16],
      ['solarized', 0, 19],
      ['#dddddd', 0, 20],
      ['linear-gradient', 0, 21],
      ['lemonade', 0, 31],
      ['"millions of monkeys"', 0, 32],
      ['speaker view timer', 0, 34],
      ['export pdf', 0, 35],
      ['customevent', 0, 37],
      ['right-to-left', 0, 39],
    ],
  },
  'impress.js': {
    pack: real.impressDeck,
    read: [
      ['slides-based presentations', 0, 0],
      ['prezi.com', 0, 4],
      ['big thoughts', 0, 5],
      ['infinite canvas', 0, 7],
      ['use the source luke', 0, 9],
      ['"one more thing"', 0, 10],
    ],
  },
  Marp: {
    pack: real.marpDeck,
    read: [
      ['welcome everybody', 0, 0],
      ['steps one by one', 0, 1],
      ['plum', 0, 1],
      ['third fruit', 0, 1],
      ['several at once', 0, 2],
    ],
  },
  Slidev: {
    pack: real.slidevDeck,
    read: [['made by slidev', 0, null]],
    made: [
      ['welcome everybody first', 0, 0],
      ['steps plum', 0, 1],
      ['guess the third fruit', 0, 1],
      ['with a component', 0, 2],
    ],
  },
  Spectacle: { pack: real.spectacleDeck, read: [], made: [['steps one two', 0, 1]] },
  remark: {
    pack: real.remarkDeck,
    read: [
      ['my awesome presentation', 0, 0],
      ['"notes for the first slide"', 0, 0],
      ['deep-dive', 0, 1],
    ],
  },
  Shower: {
    pack: real.showerDeck,
    read: [
      ['orange typewriter park', 0, 0],
      ['keyboard accessible', 0, 1],
      ['ʃəuə', 0, 1],
      ['screen.css', 0, 6],
      ['thundercats', 0, 7],
      ['"same joke twice"', 0, 10],
    ],
  },
  WebSlides: {
    pack: real.webslidesDeck,
    read: [
      ['beautiful stories', 0, 0],
      ['good karma', 0, 1],
      ['slide counter', 0, 3],
      ['premium slides', 0, 6],
      ['luissacristan', 0, 7],
    ],
  },
  'reveal.js with Markdown': {
    pack: () => real.revealNotesDeck(...Object.values(real.REVEAL_WITH_NOTES)),
    read: [
      ['say hello first', 0, 0],
      ['more of them', 0, 1],
      ['ask for questions', 0, 1],
    ],
  },
  'several documents': {
    pack: real.mixedDeck,
    read: [
      ['cover', 0, null],
      ['down, not right', 1, 1],
      ['"that was all"', 1, 3],
    ],
  },
  formulas: {
    pack: real.formulaDeck,
    read: [
      ['euler', 0, 0],
      ['e^{i\\pi}', 0, 0],
      ['Math.E', 0, 1],
    ],
  },
  'a program that renders one slide at a time': {
    pack: real.fragmentDeck,
    read: [['one at a time', 0, null]],
    // The text of later steps is not in the document, and the renderer does not know of them.
    made: [['third', 0, 2]],
  },
  'a switcher': {
    pack: real.switcherDeck,
    read: [['back on fourth', 0, null]],
    made: [['fourth', 0, 3]],
  },
};

interface Hit {
  readonly deck: { readonly title: string };
  readonly slideIndex: number | null;
  readonly inner: number | null;
}

const ofKind = (kind: string): string => `Deck made with ${kind}`;

/** The searches whose place is not among the first three hits. */
async function missed(request: APIRequestContext, searchesOf: (kind: Kind) => readonly Search[]) {
  const missing: unknown[] = [];
  let count = 0;
  for (const [name, kind] of Object.entries(KINDS)) {
    for (const [q, slideIndex, inner] of searchesOf(kind)) {
      count += 1;
      const answer = await request.get(`/api/search?${new URLSearchParams({ q })}`);
      const { items } = (await answer.json()) as { items: readonly Hit[] };
      const isMeant = (hit: Hit): boolean =>
        hit.deck.title === ofKind(name) && hit.slideIndex === slideIndex && hit.inner === inner;
      if (!items.slice(0, 3).some(isMeant))
        missing.push([name, q, items.slice(0, 3).map((hit) => [hit.deck.title, hit.slideIndex, hit.inner])]);
    }
  }
  return { count, missing };
}

/** In 95 of 100 searches, the slide is among the first three hits. */
function expectRelevant({ count, missing }: Awaited<ReturnType<typeof missed>>): void {
  expect(count).toBeGreaterThan(0);
  expect(missing.length / count, JSON.stringify(missing, null, 1)).toBeLessThanOrEqual(0.05);
}

async function uploadAll(request: APIRequestContext): Promise<string[]> {
  const ids: string[] = [];
  for (const [kind, { pack }] of Object.entries(KINDS))
    ids.push((await uploadDeck(request, { title: ofKind(kind), bytes: await pack() })).id);
  // Which deck is indexed last is not known: each one is found by its title.
  for (const deckId of ids) {
    const titles = async () => {
      const answer = await request.get(`/api/search?${new URLSearchParams({ q: 'deck made with', deckId, field: 'title' })}`);
      return ((await answer.json()) as { items: unknown[] }).items.length;
    };
    await expect.poll(titles).toBe(1);
  }
  return ids;
}

test('what people search in real decks is among the first three hits, as soon as they are uploaded', async ({
  freshLectern: lectern,
  browser,
}) => {
  await using accounts = await accountsOf(lectern);
  await using context = await browser.newContext({ baseURL: lectern.origin });
  const { request } = context;
  await accounts.signedIn(context, { name: 'Ada' });
  await uploadAll(request);
  expectRelevant(await missed(request, ({ read }) => read));
});

test('with a renderer, also what scripts show', async ({ renderingBrowser }) => {
  test.setTimeout(1_800_000);
  const { request } = await renderingBrowser({ as: 'Ada' });
  for (const id of await uploadAll(request)) {
    const state = async () => ((await (await request.get(`/api/decks/${id}/rendering`)).json()) as { state: string }).state;
    await expect.poll(state, { timeout: 1_200_000 }).toBe('done');
  }
  await expect.poll(async () => (await missed(request, ({ made = [] }) => made)).missing).toEqual([]);
  // The slides that were known before are still found. Documents of which only the text was known are divided now.
  expectRelevant(await missed(request, ({ read }) => read.filter(([, , inner]) => inner !== null)));
});
