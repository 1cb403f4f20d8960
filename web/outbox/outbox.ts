import { noteKey } from '#web/lib/deck-records.ts';
import { randomId } from '#web/lib/random-id.ts';
import { ownSession, ownUser } from '#web/lib/session.ts';
import { clientId } from '#web/live/client-id.ts';
import { holdWindowLock, webLocks, windowGone, windowsThere } from '#web/live/window-locks.ts';
import { openDeviceStore } from './device-store.ts';
import { Dispatch } from './dispatch.ts';
import { senders } from './senders.ts';
import { assignUnowned, rememberPerson } from './unassigned-changes.ts';
import { placeNow } from './slide-ids.ts';
import { type InkBatch, leftBehind, type NoteDraft, type SlideRef, typedOn, type Unsent, type UnsentNote } from './unsent.ts';
import { type ListChannel, UnsentList } from './unsent-list.ts';

type NoteRef = Pick<NoteDraft, 'deckId' | 'slideIndex' | 'inner'>;

interface Running {
  readonly list: UnsentList;
  readonly dispatch: Dispatch;
}

/** Windows with changes in the list that are being watched for closing. */
const waitedFor = new Set<string>([clientId]);
let running: Running | null = null;
const failureListeners = new Set<() => void>();

/** Changes of this user that the server does not have yet. They are stored on the device until it has. */
export const outbox = {
  /** Stores strokes (the promise resolves then) and sends them until the server has answered. */
  keepInk: async (slide: SlideRef, strokes: Pick<InkBatch, 'add' | 'erase'>): Promise<void> => {
    const { list, dispatch } = start();
    const kept = list.put({ kind: 'ink', id: randomId(), ...slide, ...stamp(list), ...strokes });
    dispatch.nudge();
    await kept;
  },

  /** Stores a note that is being edited. It is sent when `sendNote` or `releaseNote` is called, or when this window is gone. */
  keepNote: (slide: SlideRef, note: Pick<NoteDraft, 'inner' | 'text' | 'base'>): void => {
    const { list } = start();
    const id = noteId({ ...slide, ...note });
    void list.put(typedOn(findNote(id), { kind: 'note', id, ...slide, ...stamp(list), ...note, released: false }));
  },

  /** Removes a draft that is no longer wanted. */
  dropNote: (note: NoteRef): void => start().list.drop(noteId(note)),

  /** The draft that this window has of a note. */
  draftOf: (note: NoteRef): UnsentNote | undefined => findNote(noteId(note)),

  /** Sends a note that is still edited. Returns false if the server cannot be reached: it is then sent with the next retry. */
  sendNote: (note: NoteRef): boolean => sendDraft(note, { due: true }),

  /** The note is no longer edited, so it is sent like other changes. */
  releaseNote: (note: NoteRef): void => void sendDraft(note, { released: true }),

  /** The id of the draft that this window has of a note. */
  noteId,

  /** A change of a note by its id; undefined if the server has it or it was dropped. */
  findNote,

  /** Takes over the draft of this note from a window that is gone; null if there is none. */
  adoptNote: async ({ deckId, versionId, ...place }: NoteRef & Pick<NoteDraft, 'versionId'>): Promise<UnsentNote | null> => {
    const { list } = start();
    await list.ready;
    const there = await windowsThere();
    const isLeft = (item: Unsent): item is UnsentNote =>
      item.kind === 'note' &&
      item.deckId === deckId &&
      noteKey(item) === noteKey(place) &&
      item.versionId === versionId &&
      (item.released || (item.clientId !== clientId && there?.has(item.clientId) !== true));
    const left = list.items().findLast(isLeft);
    if (left === undefined) return null;
    list.drop(left.id);
    const own: UnsentNote = { ...leftBehind(left), ...stamp(list), id: noteId(left), released: false };
    void list.put(own);
    return own;
  },

  /** Deletes a change that the user gave up. */
  discard: (id: string): void => start().list.drop(id),

  /** Retries at once, because sending may succeed now. */
  retryNow: (): void => start().dispatch.retryNow(),

  /** Calls the listener when the server cannot be reached, so that all changes wait. */
  onFailure: (listener: () => void): (() => void) => {
    failureListeners.add(listener);
    return () => failureListeners.delete(listener);
  },

  onSent: (listener: (sent: Unsent) => void): (() => void) => start().list.onSent(listener),

  list: (): UnsentList => start().list,
};

function findNote(draftId: string): UnsentNote | undefined {
  const found = start()
    .list.items()
    .find(({ id }) => id === draftId);
  return found?.kind === 'note' ? found : undefined;
}

function sendDraft(note: NoteRef, how: Pick<UnsentNote, 'due'> | Pick<UnsentNote, 'released'>): boolean {
  const { list, dispatch } = start();
  const draft = findNote(noteId(note));
  if (draft === undefined) return true;
  void list.put({ ...draft, ...how });
  dispatch.nudge();
  return !dispatch.isFailing;
}

function noteId({ deckId, ...place }: NoteRef): string {
  return `note ${clientId} ${deckId} ${noteKey(place)}`;
}

function stamp({ userId }: UnsentList) {
  // Finer than a millisecond, so that quick strokes keep their order.
  const keptAt = performance.timeOrigin + performance.now();
  return { userId, clientId, keptAt, refusal: null };
}

function start(): Running {
  const userId = ownUser().id;
  if (running?.list.userId === userId) return running;
  running?.dispatch.stop();
  void holdWindowLock();
  const known = rememberPerson(userId);
  const store = openDeviceStore().then((opened) => assignUnowned(opened, ownSession(), known));
  const list = new UnsentList({ userId, store, channel: openChannel(userId) });
  const dispatch = new Dispatch({
    list,
    senders,
    placeNow,
    clientId,
    locks: webLocks,
    windowsThere,
    onFailure: () => {
      for (const listener of failureListeners) listener();
    },
  });
  running = { list, dispatch };
  globalThis.addEventListener('online', () => dispatch.retryNow());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && dispatch.retryNow());
  list.subscribe(() => awaitEnds(list, dispatch));
  dispatch.retryNow();
  return running;
}

/** Sends the changes of a crashed window at once. */
function awaitEnds(list: UnsentList, dispatch: Dispatch): void {
  for (const { clientId: owner } of list.items()) {
    if (waitedFor.has(owner)) continue;
    waitedFor.add(owner);
    void windowGone(owner, new AbortController().signal).then((gone) => gone && dispatch.retryNow());
  }
}

function openChannel(userId: string): ListChannel {
  return new BroadcastChannel(`lectern-outbox-${userId}`);
}
