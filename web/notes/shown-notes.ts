import type { LiveEvent } from '#shared/live.ts';
import type { Note } from '#shared/notes.ts';
import { noteKey } from '#web/lib/deck-records.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';

type NoteChange = Extract<LiveEvent, { kind: 'note' }>;

/** Applies a change to the cached list, and again after a request that was already running has returned. */
export async function showNoteChange(change: NoteChange): Promise<void> {
  const show = (): void => (change.note === null ? hideNote(change) : showNote(change.note));
  show();
  await queryClient.untilRead(trpc.notes.list.queryFilter({ id: change.deckId }));
  show();
}

/** Puts a note into the cached list, unless the list has a newer revision. */
export function showNote(note: Note): void {
  queryClient.setQueryData(trpc.notes.list.queryKey({ id: note.deckId }), (list) => {
    if (list === undefined) return undefined;
    const known = list.items.find((item) => noteKey(item) === noteKey(note));
    if (known !== undefined && known.revision >= note.revision) return list;
    const others = list.items.filter((item) => item !== known);
    return { ...list, items: [...others, note].toSorted((a, b) => a.slideIndex - b.slideIndex) };
  });
}

function hideNote(gone: NoteChange): void {
  queryClient.setQueryData(trpc.notes.list.queryKey({ id: gone.deckId }), (list) =>
    list === undefined ? undefined : { ...list, items: list.items.filter((note) => noteKey(note) !== noteKey(gone)) },
  );
}
