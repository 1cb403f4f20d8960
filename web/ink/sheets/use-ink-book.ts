import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Person } from '#shared/people.ts';
import { sendInk } from '#web/ink/send-ink.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api } from '#web/lib/trpc.ts';
import { outbox } from '#web/outbox/outbox.ts';
import { provideSender } from '#web/outbox/senders.ts';
import { slideRef } from '#web/outbox/slide-ids.ts';
import { useUnsent } from '#web/outbox/use-outbox.ts';
import { InkBook } from './ink-book.ts';

provideSender.ink(sendInk);

/** Opens the deck's drawings and keeps them up to date with live events and unsent changes of this device. */
export function useInkBook(deck: DeckDetail, me: Person): InkBook {
  const { id: deckId, currentVersionId: versionId } = deck;
  const [book] = useState(
    () =>
      new InkBook({
        deckId,
        versionId,
        me,
        mayEraseOthers: deck.permissions.edit,
        read: (slideIndex) => api.annotations.ink.query({ id: deckId, slideIndex, versionId }),
        send: (slideIndex, { add, erase }) => void outbox.keepInk(slideRef(deck, slideIndex), { add, erase }),
      }),
  );
  const unsent = useUnsent(deckId);
  const { current } = deck.currentVersion;

  useEffect(() => {
    if (!current) book.replaced();
  }, [book, current]);
  useEffect(() => book.unsent(unsent), [book, unsent]);
  useEffect(() => outbox.onSent((work) => book.sent(work)), [book]);
  useDeckEvents(deckId, (event) => {
    const change = book.applyEvent(event);
    if (change === null) return;
    const slide = change.again === 'all' ? [] : [change.again];
    void queryClient.invalidateQueries({ queryKey: ['ink', book.key, ...slide] });
  });
  return book;
}

/** Reads a slide's drawing when it is first shown and after missed events; live events keep it up to date in between. */
export function useInkOfSlide(book: InkBook, slideIndex: number): void {
  useQuery({
    queryKey: ['ink', book.key, slideIndex],
    queryFn: async () => {
      await book.read(slideIndex);
      return null;
    },
    staleTime: Infinity,
  });
}
