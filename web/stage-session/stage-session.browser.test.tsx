import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { DeckDetail } from '#shared/decks.ts';
import type { DeckTrust } from '#shared/playback.ts';
import { startI18n } from '#web/lib/i18n.ts';
import { loadSession } from '#web/lib/session.ts';
import { ANA, FakeApi } from '#web/lib/testing/fake-api.ts';
import { InApp } from '#web/lib/testing/InApp.tsx';
import type { FrameMessage } from '#web/protocol/messages.ts';
import { useStageCommands } from './use-stage-commands.ts';
import { useStageSession } from './use-stage-session.tsx';

// No stream: this window is alone.
vi.mock('#web/live/live.ts', () => ({
  live: () => ({
    window: { watch: () => () => undefined, subscribe: () => () => undefined, connection: () => 'live' },
    presence: { report: () => undefined, leave: () => undefined },
  }),
}));

const AT = '2026-01-31T09:30:00.000Z';
const slides = ['one', 'two', 'three'].map((id, index) => ({
  id,
  index,
  file: `${id}.html`,
  label: id,
  thumbnail: null,
  notes: null,
}));
const DECK: DeckDetail = {
  id: 'deck',
  title: 'Deck',
  fingerprint: 'sha256:0',
  currentVersionId: 'v',
  visibility: 'private',
  ownerId: ANA.id,
  owner: ANA,
  createdAt: AT,
  updatedAt: AT,
  slideCount: 3,
  shownSlideCount: null,
  hasThumbnail: false,
  starred: false,
  permissions: { edit: true, share: false, manage: true, delete: true },
  currentVersion: {
    id: 'v',
    number: 1,
    fingerprint: 'sha256:0',
    sizeBytes: 1,
    slideCount: 3,
    createdAt: AT,
    createdBy: ANA,
    current: true,
  },
  manifest: {
    schema: 'slidestage@1.0',
    id: 'deck',
    version: '1',
    title: 'Deck',
    subtitle: null,
    author: null,
    description: null,
    createdAt: AT,
    updatedAt: AT,
    architecture: 'multi-file',
    dimensions: { width: 1920, height: 1080 },
    totalSlides: 3,
    slides,
  },
};
const TRUST: DeckTrust = {
  network: 'block',
  hosts: [],
  isSettled: false,
  maySettle: false,
  slideSelector: null,
  requires: [],
  granted: null,
  sharedOrigin: false,
  sandbox: ['allow-scripts'],
};
const START = { place: { slideIndex: 0, inner: null }, innerName: null, isLinked: true };

/** A page with a stage whose frame is empty: the test sends its messages. */
function Page({ coversBlank, onNotes }: { coversBlank: boolean; onNotes?: () => void }) {
  const session = useStageSession({ deck: DECK, baseUrl: 'https://deck.example/', trust: TRUST }, START, null);
  const run = useStageCommands(session, { presenter: () => undefined, notes: () => onNotes?.(), coversBlank });
  const { frame, position, talks, layer } = session;
  const state = [position.current + 1, talks.blank ?? 'shown', layer?.is ?? (position.ended ? 'over' : 'free')].join(' ');
  return (
    <>
      <iframe ref={frame} title="slide" sandbox="" data-start={position.index} />
      <button type="button" onClick={() => run({ do: 'step', direction: 'next', skip: false })}>
        Next
      </button>
      <output aria-label="state">{state}</output>
    </>
  );
}

const state = page.getByLabelText('state');

/** Sends what a document in the frame could send. */
function post(message: FrameMessage, from: 'frame' | 'elsewhere' = 'frame'): void {
  const frame = document.querySelector('iframe');
  if (message.lectern === 'key') frame?.focus();
  const source = from === 'frame' ? (frame?.contentWindow ?? null) : window;
  window.dispatchEvent(new MessageEvent('message', { data: message, origin: 'null', source }));
}

const key = (name: string, shiftKey = false): FrameMessage => ({ lectern: 'key', key: name, shiftKey });

beforeAll(async () => {
  FakeApi.install()
    .on('annotations.ink', () => ({ foreign: false, replaced: false, strokes: [] }))
    .on('notes.list', () => ({ items: [] }));
  await Promise.all([startI18n(), loadSession()]);
});
beforeEach(() => window.focus());

test('buttons, keys of the page and keys of the frame move the same position', async () => {
  await render(<Page coversBlank />, { wrapper: InApp });
  await expect.element(state).toHaveTextContent('1 shown free');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(state).toHaveTextContent('2 shown free');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(state).toHaveTextContent('3 shown free');
  post(key('Home'));
  await expect.element(state).toHaveTextContent('1 shown free');
});

test('a frame cannot blank the screen; its key counts when the page sees it', async () => {
  await render(<Page coversBlank />, { wrapper: InApp });
  post(key('b'));
  post(key('ArrowRight'));
  await expect.element(state).toHaveTextContent('2 shown free');
  post(key('b'));
  window.dispatchEvent(new KeyboardEvent('keyup', { key: 'b' }));
  await expect.element(state).toHaveTextContent('2 shown free');
});

test('messages of other windows do nothing', async () => {
  await render(<Page coversBlank />, { wrapper: InApp });
  post({ lectern: 'swipe', direction: 'next' }, 'elsewhere');
  post({ lectern: 'swipe', direction: 'next' });
  await expect.element(state).toHaveTextContent('2 shown free');
});

test('where the blank screen covers the slide, the next key only removes it', async () => {
  await render(<Page coversBlank />, { wrapper: InApp });
  await userEvent.keyboard('b');
  await expect.element(state).toHaveTextContent('1 black free');
  post(key('ArrowRight'));
  await expect.element(state).toHaveTextContent('1 black free');
  document.querySelector('iframe')?.blur();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(state).toHaveTextContent('1 shown free');
});

test('where the presenter still sees the slide, keys move behind a blank screen', async () => {
  await render(<Page coversBlank={false} />, { wrapper: InApp });
  await userEvent.keyboard('b');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(state).toHaveTextContent('2 black free');
});

test.each([
  ['black', 'b'],
  ['white', 'w'],
])('a frame that goes past the end and back removes no %s screen of the user', async (screen, pressed) => {
  await render(<Page coversBlank={false} />, { wrapper: InApp });
  await userEvent.keyboard(`{End}${pressed}`);
  await expect.element(state).toHaveTextContent(`3 ${screen} free`);
  // No steps are left.
  post({ lectern: 'position', position: null, isSettled: true });
  post({ lectern: 'edge', direction: 'next' });
  await expect.element(state).toHaveTextContent(`3 ${screen} over`);
  post({ lectern: 'edge', direction: 'previous' });
  await expect.element(state).toHaveTextContent(`3 ${screen} free`);
});

test('a frame does not move behind a screen that covers the slide', async () => {
  await render(<Page coversBlank />, { wrapper: InApp });
  await userEvent.keyboard('{End}w');
  await expect.element(state).toHaveTextContent('3 white free');
  post({ lectern: 'edge', direction: 'previous' });
  post({ lectern: 'swipe', direction: 'previous' });
  await userEvent.keyboard('w');
  await expect.element(state).toHaveTextContent('3 shown free');
});

test('a layer over the stage takes the keys', async () => {
  const onNotes = vi.fn<() => void>();
  await render(<Page coversBlank onNotes={onNotes} />, { wrapper: InApp });
  await userEvent.keyboard('o');
  await expect.element(state).toHaveTextContent('1 shown overview');
  await userEvent.keyboard('{ArrowRight}{Shift>}N{/Shift}');
  post(key('ArrowRight'));
  await expect.element(state).toHaveTextContent('1 shown overview');
  expect(onNotes).not.toHaveBeenCalled();
});
