/**
 * Two people work on a deck for a whole day: they write and draw, and between that they are away, lose their connection, put their
 * computers to sleep, are signed out, give a talk, and the server is restarted. Everything that they made must be on the server after
 * each round. The clock of the pages is advanced; that of the server is not.
 *
 * `npm test` runs one round. `SOAK_MINUTES=60 npm run test:e2e -- working-day` repeats it for an hour,
 * prints the memory of pages and server after each round, and fails if it keeps growing.
 */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { type Account, accountsOf } from '#e2e/support/accounts.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { drag, tools } from '#e2e/support/ink.ts';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import { expectPosition, openNotes } from '#e2e/support/player.ts';
import { present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/guarded-test.ts';

const SOAK_MILLISECONDS = Number(process.env['SOAK_MINUTES'] ?? 0) * 60_000;
const SLIDES = 20;
/** The memory of the last third of the rounds may be this much larger than that of the second third. */
const GROWTH_MAX = 1.15;
/** Fewer rounds than this say nothing about growth. */
const ROUNDS_MIN = 9;

/** A person with a window of the player, whose notes are open and whose pen is out. */
interface Worker {
  readonly account: Account;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Where this person types in a note. */
  readonly typesAt: 'start' | 'end';
}

/** What was made on one slide. */
interface Made {
  readonly lines: string[];
  strokes: number;
}

test('a working day of two people: nothing that they make is lost', async ({ browser, pageErrors }) => {
  test.setTimeout(SOAK_MILLISECONDS + 20 * 60_000);
  pageErrors.expect(/401|503|ERR_|Failed to fetch|Failed to load resource|NetworkError/);
  await using cleanup = new AsyncDisposableStack();
  const lectern = cleanup.use(await startLectern());
  await using accounts = await accountsOf(lectern);

  const arrive = async (name: string, typesAt: Worker['typesAt']): Promise<Worker> => {
    const account = await accounts.anAccount({ name });
    const context = await browser.newContext({ baseURL: lectern.origin, viewport: { width: 1280, height: 800 } });
    cleanup.defer(() => context.close());
    pageErrors.watch(context);
    await accounts.signIn(context.request, account);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.clock.install();
    return { account, context, page, typesAt };
  };
  const ada = await arrive('Ada', 'start');
  const ben = await arrive('Ben', 'end');
  const both = [ada, ben] as const;
  const bytes = await plainDeck({ slides: Array.from({ length: SLIDES }, (_, at) => `Slide ${String(at + 1)}`) });
  const deck = await uploadDeck(ada.context.request, { title: 'A working day', visibility: 'team', bytes });
  for (const { page } of both) {
    await openNotes(page, deck.id);
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await expect(tools(page)).toBeVisible();
  }

  const made = Array.from({ length: SLIDES }, (): Made => ({ lines: [], strokes: 0 }));
  let nth = 0;

  /** Each person writes a line in the note of the slide and draws a stroke on it. */
  const work = async (slide: number, occasion: string, people: readonly Worker[] = both): Promise<void> => {
    for (const { page, account, typesAt } of people) {
      nth += 1;
      const line = `${String(nth)} ${account.name} ${occasion}`;
      await typeLine(noteOf(page, slide), line, typesAt);
      await page.keyboard.press('Escape');
      const height = 0.1 + 0.8 * ((nth * 0.37) % 1);
      await drag(page, [0.1, height], [0.5, height]);
      made[slide]?.lines.push(line);
      (made[slide] as Made).strokes += 1;
    }
  };
  const allHasArrived = async (slide: number): Promise<void> => {
    const stored = async <Item extends { slideIndex: number }>(what: string): Promise<Item | undefined> => {
      const response = await ada.context.request.get(`/api/decks/${deck.id}/${what}`);
      const { items } = (await response.json()) as { items: Item[] };
      return items.find(({ slideIndex }) => slideIndex === slide);
    };
    const { lines, strokes } = made[slide] as Made;
    const strokesStored = async () =>
      (await stored<{ slideIndex: number; payload: { strokes: unknown[] } }>('annotations'))?.payload.strokes.length;
    const linesMissing = async () => {
      const body = (await stored<{ slideIndex: number; body: string }>('notes'))?.body ?? '';
      return lines.filter((line) => !body.includes(line));
    };
    await expect.poll(strokesStored).toBe(strokes);
    await expect.poll(linesMissing).toEqual([]);
  };

  const round = async (slide: number): Promise<void> => {
    await work(slide, 'at first');
    for (const away of ['04:00', '06:00', '01:01:00', '13:00:00']) {
      for (const { page } of both) await page.clock.fastForward(away);
      await work(slide, `after ${away}`);
    }
    await suspend(ada, '00:40:00');
    await work(slide, 'after sleep');

    await ben.context.setOffline(true);
    await work(slide, 'without connection');
    await ben.page.clock.fastForward('00:20:00');
    await ben.context.setOffline(false);
    await work(slide, 'with connection again');

    await lectern.restart();
    await work(slide, 'after a restart of the server');
    await ben.context.setOffline(true);
    await work(slide, 'before the session ends', [ben]);
    // It may ask to sign in again at once: the event stream outlives the simulated loss of the connection.
    await endSession(ben);
    await ben.context.setOffline(false);
    await signInAgain(ben);
    await work(slide, 'signed in again');
    await allHasArrived(slide);
    await giveTalk(ada, ben, slide);
    await work(slide, 'after the talk');
    await allHasArrived(slide);
  };

  const memory: { readonly pages: number; readonly server: number }[] = [];
  const began = performance.now();
  do {
    const slide = memory.length % SLIDES;
    for (const { page } of both) await goTo(page, slide);
    await round(slide);
    const pages = (await heapOf(ada.page)) + (await heapOf(ben.page));
    memory.push({ pages, server: await residentMemoryOf(lectern) });
    if (SOAK_MILLISECONDS > 0) printRound(memory.length, performance.now() - began, memory.at(-1) as (typeof memory)[0]);
  } while (performance.now() - began < SOAK_MILLISECONDS);

  for (const [slide] of made.slice(0, memory.length).entries()) await allHasArrived(slide);
  if (memory.length < ROUNDS_MIN) return;
  for (const part of ['pages', 'server'] as const) {
    const values = memory.map((each) => each[part]);
    expect(growthOf(values), `growth of the memory of the ${part}: ${values.join(', ')}`).toBeLessThan(GROWTH_MAX);
  }
});

function noteOf(page: Page, slide: number): Locator {
  return page.getByRole('textbox', { name: `Notes for slide ${String(slide + 1)}`, exact: true });
}

/** Types a line of its own, as a person does: into what the note shows at that moment. */
async function typeLine(note: Locator, line: string, at: Worker['typesAt']): Promise<void> {
  await note.press(at === 'start' ? 'ControlOrMeta+Home' : 'ControlOrMeta+End');
  await note.pressSequentially(at === 'start' ? `${line}\n` : `\n${line}`);
}

/** Moves on by keys, so that the page is never loaded again. */
async function goTo(page: Page, slide: number): Promise<void> {
  await page.keyboard.press('Home');
  for (let at = 0; at < slide; at += 1) {
    await expectPosition(page, at + 1, SLIDES);
    await page.keyboard.press('ArrowRight');
  }
  await expectPosition(page, slide + 1, SLIDES);
  await expect(noteOf(page, slide)).toBeVisible();
}

/** The browser freezes the page, as it does when the computer sleeps, and resumes it later. */
async function suspend({ context, page }: Worker, length: string): Promise<void> {
  const protocol = await context.newCDPSession(page);
  await protocol.send('Page.setWebLifecycleState', { state: 'frozen' });
  await protocol.send('Page.setWebLifecycleState', { state: 'active' });
  await protocol.detach();
  await page.clock.fastForward(length);
}

/** Ends the session on the server; the browser still has its cookie. */
async function endSession({ context, page }: Worker): Promise<void> {
  const { cookies } = await context.storageState();
  await context.request.post('/api/auth/sign-out', { headers: { origin: new URL(page.url()).origin } });
  await context.addCookies(cookies);
}

async function signInAgain({ page, account }: Worker): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(account.email);
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** A talk of the first person, which the second one follows. */
async function giveTalk({ page }: Worker, follower: Worker, slide: number): Promise<void> {
  const view = await present(page, slide + 1);
  await follower.page.getByRole('button', { name: /^Follow / }).click();
  await expect(follower.page.getByText(/^Following /)).toBeAttached();
  await view.getByRole('button', { name: 'End talk' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'End talk' }).click();
  await expect(follower.page.getByText(/^The talk by .+ has ended\.$/)).toBeVisible();
  await view.close();
}

/** Bytes of JavaScript objects that the page can still reach. */
async function heapOf(page: Page): Promise<number> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = await protocol.send('Runtime.getHeapUsage');
  await protocol.detach();
  return usedSize;
}

/** Bytes of memory of the server's process, or of the first of several; 0 where the system has no /proc. */
async function residentMemoryOf({ pid }: Lectern): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** The median of the last third of the values, divided by that of the second third; 1 if they are all 0. */
function growthOf(values: readonly number[]): number {
  const third = Math.floor(values.length / 3);
  const middle = (from: number, to: number) => values.slice(from, to).toSorted((a, b) => a - b)[Math.floor(third / 2)] ?? 0;
  const before = middle(third, 2 * third);
  return before === 0 ? 1 : middle(values.length - third, values.length) / before;
}

function printRound(nth: number, milliseconds: number, { pages, server }: { pages: number; server: number }): void {
  const mib = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  const minutes = (milliseconds / 60_000).toFixed(1);
  process.stdout.write(`round ${String(nth)}, ${minutes} min: pages ${mib(pages)}, server ${mib(server)}\n`);
}
