import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '#web/lib/trpc.ts';

/** What makes the pictures of slides or, if nothing does, how an admin gets them. */
export function RendererFacts() {
  const { t } = useTranslation();
  const id = useId();
  const { data } = useQuery(trpc.health.renderer.queryOptions());
  if (data === undefined) return null;
  const { state, browser } = data;
  return (
    <section className="server-facts" aria-labelledby={id}>
      <h2 id={id}>{t('users.pictures')}</h2>
      <p>{t(`users.renderer.${state}`, { browser: browser ?? '' })}</p>
      {state !== 'ready' && state !== 'starting' && <p className="ledger-hint">{t(`users.rendererHelp.${state}`)}</p>}
    </section>
  );
}
