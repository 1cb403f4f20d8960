import { useQuery } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { useState } from 'react';
import { queryClient } from '#web/lib/query-client.ts';
import { ownUser } from '#web/lib/session.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { ResumePoint } from './resume.ts';
import { newerPlace, readUnsavedPlace } from './unsaved-place.ts';

/** Where the user last was, as the server says it. */
export type LastPlace = NonNullable<inferOutput<typeof trpc.openings.get>>;

/** The query for where the user last was in a deck, on whichever device. */
export function lastPlaceQuery(deckId: string) {
  return trpc.openings.get.queryOptions({ deckId });
}

/** Whether the server has said where the user last was, or could not be asked. The deck must not open earlier. */
export function useLastPlaceRead(deckId: string): boolean {
  const { isFetching } = useQuery({
    ...lastPlaceQuery(deckId),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [isRead, setRead] = useState(!isFetching);
  if (!isRead && !isFetching) setRead(true);
  return isRead || !isFetching;
}

/** Where the user last was: the newer of what the server knows and what this browser could not send. Null if they have not opened the deck. */
export function lastPlace(deckId: string): ResumePoint | null {
  const saved = queryClient.getQueryData(lastPlaceQuery(deckId).queryKey) ?? null;
  return newerPlace(saved, readUnsavedPlace(deckId, ownUser().id));
}
