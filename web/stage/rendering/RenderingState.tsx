import './rendering-state.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Rendering } from '#shared/slides.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';

/** How often the server is asked how far it is. */
const POLL_MS = 2000;

/** How far the server is with the pictures of a version. Nothing once they are there, or if the server makes none. */
export function RenderingState({ deckId: id, versionId }: { deckId: string; versionId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...trpc.rendering.get.queryOptions({ id, versionId }),
    staleTime: 0,
    refetchInterval: ({ state: { data: found } }) => (found?.state === 'running' || found?.state === 'waiting' ? POLL_MS : false),
  });
  const state = data?.state;
  // Each part of a long deck ends with more pictures.
  useEffect(() => {
    if (state !== undefined) void queryClient.invalidateQueries(trpc.slides.list.queryFilter({ id, versionId }));
  }, [id, versionId, state]);
  if (data === undefined || data.state === 'off' || data.state === 'done') return null;
  const words = wordsFor(data, t);
  return (
    <p className="rendering-state" title={words}>
      <span>{words}</span>
      {data.state !== 'failed' && <progress aria-hidden="true" {...(data.of !== null && { max: data.of, value: data.done })} />}
    </p>
  );
}

function wordsFor({ state, done, of, error }: Rendering, t: TFunction): string {
  if (state === 'failed') return t(`deck.rendering.failures.${error ?? 'crashed'}`);
  if (state === 'waiting') return t('deck.rendering.waiting');
  return of === null ? t('deck.rendering.running') : t('deck.rendering.progress', { done, of });
}
