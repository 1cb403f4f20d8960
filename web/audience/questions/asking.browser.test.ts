import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SharedQuestion } from '#shared/questions.ts';
import { h } from '#web/audience/dom.ts';
import { Visitor } from '#web/audience/visitor.ts';
import { Asking } from './asking.ts';

const CLOSED = 'The presenter takes no questions now.';
const QUESTION: SharedQuestion = {
  id: 'question',
  text: 'When is lunch?',
  name: null,
  status: 'open',
  votes: 0,
  askedAt: '2026-01-31T09:30:00.000Z',
};

/** The requests that were sent, each answered by the test. */
const sent: { readonly method: string; readonly answer: (status: number, body: object) => void }[] = [];
let asking: Asking;

beforeEach(() => {
  sent.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, { method = 'GET' } = {}) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    sent.push({ method, answer: (status, body) => resolve(Response.json(body, { status })) });
    return promise;
  });
  const root = h('div', {}, h('main'));
  document.body.replaceChildren(root);
  asking = new Asking({ visitor: new Visitor('token'), root, signal: new AbortController().signal });
  take(true);
});
afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

function take(takesQuestions: boolean): void {
  const place = { slideIndex: 0, inner: null };
  const shown = { blank: null, address: null, question: null, takesReactions: false, revision: 1 };
  asking.change({ state: 'live', id: 'talk', presenter: 'Ana', place, ...shown, takesQuestions });
}

async function write(): Promise<void> {
  await page.getByRole('button', { name: 'Questions' }).click();
  await page.getByLabelText('Your question to the presenter').fill('Why?');
}

const ask = page.getByRole('button', { name: 'Ask', exact: true });

test('who writes a question is told that none are taken now, whatever arrives after it', async () => {
  await write();
  take(false);
  await expect.element(page.getByText(CLOSED)).toBeVisible();
  sent[0]?.answer(200, { items: [QUESTION], total: 1 });
  await expect.element(page.getByText(QUESTION.text)).toBeVisible();
  await expect.element(page.getByText(CLOSED)).toBeVisible();
  await expect.element(ask).toBeDisabled();

  take(true);
  await expect.element(ask).toBeEnabled();
  await expect.element(page.getByText(CLOSED)).not.toBeInTheDocument();
});

test('a question that is on its way when the questions are closed does not open them', async () => {
  await write();
  sent[0]?.answer(200, { items: [], total: 0 });
  await ask.click();
  take(false);
  sent[1]?.answer(201, QUESTION);
  await expect.element(page.getByText('Your question was sent.')).toBeVisible();
  await expect.element(ask).toBeDisabled();
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('questions are read again when they are taken again, and not while they are not', async () => {
  await write();
  sent[0]?.answer(200, { items: [], total: 0 });
  await expect.element(page.getByText('No one has asked anything yet.')).toBeVisible();
  asking.hear({ open: 1, withinMs: 0 });
  take(false);
  // Timers with the same delay run in the order in which they were set.
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toHaveLength(1);
  take(true);
  expect(sent).toHaveLength(2);
});
