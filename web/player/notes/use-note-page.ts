import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { NoteAutosave } from './note-autosave.ts';
import type { NoteBook } from './note-book.ts';
import { recordsOf } from './records-of-version.ts';

interface OpenedPage {
  readonly slideIndex: number;
  readonly page: NoteAutosave;
}

/** Loads the deck's notes and opens the note of one slide; `page` is null until it is open. */
export function useNotePage(deck: DeckDetail, book: NoteBook, slideIndex: number) {
  const notes = useQuery(trpc.notes.list.queryOptions(recordsOf(deck)));
  const [opened, setOpened] = useState<OpenedPage | null>(null);
  const list = notes.data;

  useEffect(() => {
    if (list === undefined) return undefined;
    book.refresh(list.items);
    let wanted = true;
    const stored = list.items.find((note) => note.slideIndex === slideIndex) ?? null;
    void book.open(slideIndex, stored).then((page) => wanted && setOpened({ slideIndex, page }));
    return () => {
      wanted = false;
    };
  }, [book, list, slideIndex]);

  const known = book.opened(slideIndex);
  const page = known ?? (opened?.slideIndex === slideIndex ? opened.page : null);
  return { notes, page };
}
