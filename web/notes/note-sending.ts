import { expectedUserHeader } from '#web/lib/session.ts';
import { api, madeBy } from '#web/lib/trpc.ts';
import { outbox } from '#web/outbox/outbox.ts';
import type { UnsentNote } from '#web/outbox/unsent.ts';
import { type NoteProgress, noteSender } from './send-note.ts';
import { showNote } from './shown-notes.ts';

type ProgressListener = (draft: UnsentNote, progress: NoteProgress) => void;

const listeners = new Set<ProgressListener>();

/** Calls the listener with what becomes of each draft that this window sends. */
export function onNoteProgress(listener: ProgressListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends the notes in the outbox of this window. */
export const sendNote = noteSender({
  server: {
    list: async ({ deckId }) => (await api.notes.list.query({ id: deckId })).items,
    save: async ({ userId, deckId, slideIndex, inner, versionId, text, base }) => {
      const write = { id: deckId, slideIndex, inner: inner ?? undefined, versionId, body: text, ifRevision: base.revision };
      const saved = await api.notes.set.mutate(write, madeBy(userId));
      showNote(saved);
      return saved;
    },
  },
  drafts: {
    now: ({ id }) => outbox.findNote(id),
    replace: (draft) => void outbox.list().put(draft),
  },
  onProgress: (draft, progress) => {
    for (const listener of listeners) listener(draft, progress);
  },
});

/**
 * Saves a draft with a `keepalive` request, the only kind that outlives the page. If it fails, the draft is still in the outbox.
 *
 * @param revision the revision that the note will have by then
 */
export function saveOnLeaving({ userId, deckId, slideIndex, inner, versionId, text }: UnsentNote, revision: number): void {
  const query = inner == null ? '' : `?inner=${encodeURIComponent(inner)}`;
  void fetch(`/api/decks/${encodeURIComponent(deckId)}/notes/${slideIndex}${query}`, {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json', 'if-match': `"${revision}"`, ...expectedUserHeader(userId) },
    body: JSON.stringify({ body: text, versionId }),
  }).catch(() => undefined);
}
