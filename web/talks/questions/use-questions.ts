import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QuestionList } from '#shared/questions.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';

/** The most questions in a list. */
const SHOWN = 100;

export interface Questions {
  /** Undefined until they are read, or while they are not wanted. */
  list: QuestionList | undefined;
  /** The number of open questions, as far as it is known. */
  open: number | null;
  error: unknown;
  readAgain: () => Promise<void>;
}

/**
 * The questions of a talk, kept up to date while `isWanted`.
 *
 * @param spreadMs how long to wait at most after a change, so that many windows do not read at once
 */
export function useQuestions(
  talk: { readonly id: string; readonly deckId: string },
  { isWanted, spreadMs }: { isWanted: boolean; spreadMs: number },
): Questions {
  const wish = { talkId: talk.id, limit: SHOWN };
  const reading = useQuery({ ...trpc.questions.list.queryOptions(wish), enabled: isWanted, placeholderData: keepPreviousData });
  const [told, setTold] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const readAgain = () => queryClient.invalidateQueries(trpc.questions.list.queryFilter(wish));
  useDeckEvents(talk.deckId, (event) => {
    if (event.kind === 'caught-up') void readAgain();
    if (event.kind !== 'questions' || event.talkId !== talk.id) return;
    setTold(event.open);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void readAgain(), Math.random() * spreadMs);
  });
  const listed = reading.data?.items.filter(({ status }) => status === 'open').length ?? null;
  return { list: reading.data, open: told ?? listed, error: reading.error, readAgain };
}
