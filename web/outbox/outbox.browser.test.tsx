import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { startI18n } from '#web/lib/i18n.ts';
import { Fault } from '#web/lib/fault.ts';
import { loadSession } from '#web/lib/session.ts';
import { ANA, FakeApi } from '#web/lib/testing/fake-api.ts';
import { InApp } from '#web/lib/testing/InApp.tsx';
import { openDeviceStore } from './device-store.ts';
import { outbox } from './outbox.ts';
import { OutboxLine } from './OutboxLine.tsx';
import { provideSender } from './senders.ts';
import type { InkBatch } from './unsent.ts';
import { type ListChannel, UnsentList } from './unsent-list.ts';

const SLIDE = { deckId: 'deck', deckTitle: 'Deck', slideIndex: 0, versionId: 'v', slideId: null };
const ERASURE = { add: [], erase: ['stroke'] };

const send = vi.fn<(batch: InkBatch) => Promise<void>>();
const onDevice = async () => (await openDeviceStore()).all(ANA.id);

beforeAll(async () => {
  FakeApi.install();
  await Promise.all([startI18n(), loadSession()]);
  provideSender.ink(send);
});
beforeEach(() => void send.mockReset());
afterEach(async () => {
  for (const { id } of outbox.list().items()) outbox.discard(id);
  await expect.poll(onDevice).toEqual([]);
});

test('a change is on the device until the server has answered', async () => {
  const answer = Promise.withResolvers<void>();
  send.mockReturnValue(answer.promise);
  await outbox.keepInk(SLIDE, ERASURE);
  expect(await onDevice()).toMatchObject([{ userId: ANA.id, erase: ['stroke'] }]);

  answer.resolve();
  await expect.poll(onDevice).toEqual([]);
  expect(outbox.list().items()).toEqual([]);
});

test('other windows of the browser see a change, and that it was sent', async () => {
  const answer = Promise.withResolvers<void>();
  send.mockReturnValue(answer.promise);
  const channel: ListChannel = new BroadcastChannel(`lectern-outbox-${ANA.id}`);
  const other = new UnsentList({ userId: ANA.id, store: openDeviceStore(), channel });
  await other.ready;
  void outbox.keepInk(SLIDE, ERASURE);
  await expect.poll(() => other.items()).toMatchObject([{ erase: ['stroke'] }]);

  answer.resolve();
  await expect.poll(() => other.items()).toEqual([]);
});

test('a refused change is listed until the user discards it', async () => {
  send.mockRejectedValue(new Fault('FORBIDDEN', ''));
  await render(<OutboxLine />, { wrapper: InApp });
  await outbox.keepInk(SLIDE, ERASURE);
  await page.getByRole('button', { name: '1 change could not be saved' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('1 stroke to be erased')).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(onDevice).toEqual([]);
});

test('while someone else is signed in, a change waits and is not refused', async () => {
  send.mockRejectedValueOnce(new Fault('USER_MISMATCH', ''));
  await outbox.keepInk(SLIDE, ERASURE);
  await expect.poll(() => send.mock.calls.length).toBe(1);
  expect(outbox.list().items()).toMatchObject([{ refusal: null }]);

  outbox.retryNow();
  await expect.poll(onDevice).toEqual([]);
  expect(send.mock.calls.map(([{ userId }]) => userId)).toEqual([ANA.id, ANA.id]);
});

test('a draft that a window left is taken over as one that it may have sent while it closed', async () => {
  const place = { deckId: 'deck', versionId: 'v', slideIndex: 0, inner: null };
  const edited = { ...SLIDE, ...place, text: 'typed', base: { revision: 0, text: '' }, released: false, due: true };
  // Who waits for the end of that window has its lock for a moment when it has ended.
  await navigator.locks.request('lectern-window-gone', { mode: 'shared' }, async () => {
    await outbox.list().put({ kind: 'note', id: 'left', userId: ANA.id, clientId: 'gone', keptAt: 1, refusal: null, ...edited });
    expect(await outbox.adoptNote(place)).toMatchObject({ id: outbox.noteId(place), text: 'typed', sent: 'typed' });
  });
});
