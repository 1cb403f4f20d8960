import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { NotePlace } from '#web/stage/position/inner-slides.ts';
import type { EditedNote } from './edited-note.ts';
import type { NoteBook } from './note-book.ts';
import { noteKey, recordsOf } from '#web/lib/deck-records.ts';

interface OpenedPage {
  readonly key: string;
  readonly page: EditedNote;
}

/** Loads the deck's notes and opens one of them; `page` is null until it is open. */
export function useNotePage(deck: DeckDetail, book: NoteBook, place: NotePlace) {
  const notes = useQuery(trpc.notes.list.queryOptions(recordsOf(deck)));
  const [opened, setOpened] = useState<OpenedPage | null>(null);
  const list = notes.data;
  const { slideIndex, inner, number, startingText } = place;
  const key = noteKey(place);

  useEffect(() => {
    if (list === undefined) return undefined;
    book.refresh(list.items);
    let wanted = true;
    const stored = list.items.find((note) => noteKey(note) === key) ?? null;
    const at = { slideIndex, inner, number, startingText };
    void book.open(at, stored).then((page) => wanted && setOpened({ key, page }));
    return () => {
      wanted = false;
    };
  }, [book, list, key, slideIndex, inner, number, startingText]);

  const known = book.opened(place);
  const page = known ?? (opened?.key === key ? opened.page : null);
  return { notes, page };
}
