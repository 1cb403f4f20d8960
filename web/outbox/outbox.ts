import { randomId } from '#web/lib/random-id.ts';
import { rest } from '#web/lib/rest.ts';
import { ownSession, ownUser } from '#web/lib/session.ts';
import { clientId } from '#web/live/client-id.ts';
import { holdWindowLock, webLocks, windowGone, windowsThere } from '#web/live/window-locks.ts';
import { openDeviceStore } from './device-store.ts';
import { Dispatch } from './dispatch.ts';
import { senders } from './send-work.ts';
import { adoptNameless, rememberPerson } from './nameless-work.ts';
import { placeNow } from './slide-ids.ts';
import type { InkBatch, NoteDraft, SlideRef, Unsent, UnsentNote } from './unsent.ts';
import { type ListChannel, UnsentList } from './unsent-list.ts';

interface Running {
  readonly list: UnsentList;
  readonly dispatch: Dispatch;
}

/** Windows that have work in the list, and are waited for to be gone. */
const waitedFor = new Set<string>([clientId]);
let running: Running | null = null;

/** What this person has made and the server does not have yet: kept on the device until it has. */
export const outbox = {
  /** Strokes: kept first (that is when it resolves), then sent until the server has answered. */
  keepInk: async (slide: SlideRef, strokes: Pick<InkBatch, 'add' | 'erase'>): Promise<void> => {
    const { list, dispatch } = start();
    const kept = list.put({ kind: 'ink', id: randomId(), ...slide, ...stamp(list), ...strokes });
    dispatch.nudge();
    await kept;
  },

  /** A note while somebody types in it. Whoever keeps it sends it, as long as this window is there. */
  keepNote: (slide: SlideRef, { text, base }: Pick<NoteDraft, 'text' | 'base'>): void => {
    const { list } = start();
    void list.put({ kind: 'note', id: noteId(slide), ...slide, ...stamp(list), text, base, released: false });
  },

  /** It is saved, or no longer wanted. */
  dropNote: (note: Pick<NoteDraft, 'deckId' | 'slideIndex'>): void => start().list.drop(noteId(note)),

  /** Nobody types in it any more: it is sent like everything else. */
  releaseNote: (note: Pick<NoteDraft, 'deckId' | 'slideIndex'>): void => {
    const { list, dispatch } = start();
    const draft = list.items().find(({ id }) => id === noteId(note));
    if (draft?.kind !== 'note') return;
    void list.put({ ...draft, released: true });
    dispatch.nudge();
  },

  /** Takes over what was left of this note by a window that is gone: from now on it is this window's draft. */
  adoptNote: async ({ deckId, slideIndex, versionId }: Omit<NoteDraft, 'text' | 'base'>): Promise<UnsentNote | null> => {
    const { list } = start();
    await list.ready;
    const there = await windowsThere();
    const isLeft = (item: Unsent): item is UnsentNote =>
      item.kind === 'note' &&
      item.deckId === deckId &&
      item.slideIndex === slideIndex &&
      item.versionId === versionId &&
      (item.released || (item.clientId !== clientId && there?.has(item.clientId) !== true));
    const left = list.items().findLast(isLeft);
    if (left === undefined) return null;
    list.drop(left.id);
    const own: UnsentNote = { ...left, ...stamp(list), id: noteId(left), released: false };
    void list.put(own);
    return own;
  },

  /** The person has decided to do without it. */
  discard: (id: string): void => start().list.drop(id),

  /** Something may go through now that did not before. */
  hurry: (): void => start().dispatch.hurry(),

  onSent: (listener: (sent: Unsent) => void): (() => void) => start().list.onSent(listener),

  list: (): UnsentList => start().list,
};

function noteId({ deckId, slideIndex }: Pick<NoteDraft, 'deckId' | 'slideIndex'>): string {
  return `note ${clientId} ${deckId} ${slideIndex}`;
}

function stamp({ userId }: UnsentList) {
  // Finer than a millisecond: strokes that are drawn quickly keep their order.
  const keptAt = performance.timeOrigin + performance.now();
  return { userId, clientId, keptAt, refusal: null };
}

function start(): Running {
  const userId = ownUser().id;
  if (running?.list.userId === userId) return running;
  running?.dispatch.stop();
  holdWindowLock();
  const known = rememberPerson(userId);
  const store = openDeviceStore().then((opened) => adoptNameless(opened, ownSession(), known));
  const list = new UnsentList({ userId, store, channel: openChannel(userId) });
  const dispatch = new Dispatch({
    list,
    senders,
    placeNow,
    clientId,
    locks: webLocks,
    windowsThere,
    isSamePerson: () => isSignedInAs(userId),
  });
  running = { list, dispatch };
  globalThis.addEventListener('online', () => dispatch.hurry());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && dispatch.hurry());
  list.subscribe(() => awaitEnds(list, dispatch));
  dispatch.hurry();
  return running;
}

/** What a window leaves when it crashes is sent at once by those that are still there. */
function awaitEnds(list: UnsentList, dispatch: Dispatch): void {
  for (const { clientId: owner } of list.items()) {
    if (waitedFor.has(owner)) continue;
    waitedFor.add(owner);
    void windowGone(owner, new AbortController().signal).then((gone) => gone && dispatch.hurry());
  }
}

function openChannel(userId: string): ListChannel {
  return new BroadcastChannel(`lectern-outbox-${userId}`);
}

/** How long it is believed that nobody else has signed in, in another window of this browser. */
const BELIEVED_MS = 10_000;
let confirmedAt = -Infinity;

/** Work must not go out under another name. With nobody signed in it goes on: the first call asks the same person in again. */
async function isSignedInAs(userId: string): Promise<boolean> {
  if (performance.now() - confirmedAt < BELIEVED_MS) return true;
  const session = (await rest('GET', '/api/auth/get-session')) as { user: { id: string } } | null;
  if (session !== null && session.user.id !== userId) return false;
  confirmedAt = performance.now();
  return true;
}
