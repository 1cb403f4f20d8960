import type { Note } from '#shared/notes.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Puts a note into the list that is shown, unless the list is newer. */
export function showNote(note: Note): void {
  queryClient.setQueryData(trpc.notes.list.queryKey({ id: note.deckId }), (list) => {
    if (list === undefined) return undefined;
    const known = list.items.find(({ slideIndex }) => slideIndex === note.slideIndex);
    if (known !== undefined && known.revision >= note.revision) return list;
    const others = list.items.filter((item) => item !== known);
    return { ...list, items: [...others, note].toSorted((a, b) => a.slideIndex - b.slideIndex) };
  });
}

/** Somebody has deleted it. */
export function hideNote(deckId: string, slideIndex: number): void {
  queryClient.setQueryData(trpc.notes.list.queryKey({ id: deckId }), (list) =>
    list === undefined ? undefined : { ...list, items: list.items.filter((note) => note.slideIndex !== slideIndex) },
  );
}
