import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Link } from '#shared/links.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';

/** The fields of a link to change. */
type LinkChange = Omit<Parameters<typeof api.links.update.mutate>[0], 'id' | 'linkId'>;

export interface Links {
  readonly items: readonly Link[];
  readonly isPending: boolean;
  /** Loads more links; null if all are loaded. */
  readonly loadMore: (() => void) | null;
  readonly isBusy: boolean;
  /** Why the list could not be read, or the last change failed. */
  readonly fault: unknown;
  /** What the last change has done, in words. */
  readonly news: string;
  /** `news` is said when the link has been created. */
  create: (news: string) => void;
  update: (linkId: string, wish: LinkChange, news: string, onDone?: () => void) => void;
  remove: (linkId: string, news: string) => void;
}

interface Change {
  readonly send: () => Promise<unknown>;
  readonly news: string;
  readonly onDone?: (() => void) | undefined;
}

/** The links of a deck, newest first, and changes to them, one at a time. */
export function useLinks(id: string): Links {
  const [news, setNews] = useState('');
  const list = useInfiniteQuery(
    trpc.links.list.infiniteQueryOptions({ id, limit: 50 }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
  );
  const sending = {
    // One after another.
    scope: { id: `links of ${id}` },
    mutationFn: ({ send }: Change) => send(),
    onMutate: () => setNews(''),
    onSuccess: (_: unknown, { news: words, onDone }: Change) => {
      setNews(words);
      onDone?.();
    },
    onSettled: () => queryClient.invalidateQueries(trpc.links.list.infiniteQueryFilter({ id })),
  };
  // A double click makes one link. A setting that is changed while another one is being saved is saved, too.
  const change = useSubmit(sending);
  const setting = useMutation(sending);
  const latest = change.submittedAt > setting.submittedAt ? change : setting;
  return {
    items: list.data?.pages.flatMap(({ items }) => items) ?? [],
    isPending: list.isPending,
    loadMore: list.hasNextPage ? () => void list.fetchNextPage() : null,
    isBusy: change.isPending || setting.isPending,
    fault: latest.error ?? list.error,
    news,
    create: (words) => change.mutate({ send: () => api.links.create.mutate({ id }), news: words }),
    update: (linkId, wish, words, onDone) =>
      setting.mutate({ send: () => api.links.update.mutate({ id, linkId, ...wish }), news: words, onDone }),
    remove: (linkId, words) => change.mutate({ send: () => api.links.delete.mutate({ id, linkId }), news: words }),
  };
}
