import './compare-page.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useLiveDeck } from '#web/stage-session/use-live-deck.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { Compared } from './Compared.tsx';

/** Compares two versions of a deck: those in the address, otherwise the current one with the one before it. */
export function ComparePage() {
  const { t } = useTranslation();
  const { deckId: id } = useParams({ from: '/members/layout/decks/$deckId/compare' });
  const search = useSearch({ from: '/members/layout/decks/$deckId/compare' });
  const deck = useQuery(trpc.decks.get.queryOptions({ id }));
  const versions = useQuery(trpc.versions.list.queryOptions({ id }));
  useLiveDeck(id);
  const title = deck.data?.title;
  useDocumentTitle(title === undefined ? undefined : t('compare.titleOf', { title }));

  const fault = deck.error ?? versions.error;
  if (fault !== null) return <Plain title={t('compare.failed')}>{faultWords(fault, t)}</Plain>;
  if (title === undefined || versions.data === undefined) return <p role="status">{t('shell.loading')}</p>;
  const { items } = versions.data;
  const to = items.find((version) => (search.to === undefined ? version.current : version.id === search.to));
  const before = (version: { number: number }) => version.number < (to?.number ?? 0);
  const other = (version: { id: string }) => version.id !== to?.id;
  const from =
    search.from === undefined
      ? (items.find(before) ?? items.find(other) ?? to)
      : items.find((version) => version.id === search.from);
  return (
    <div className="compare-page">
      <header>
        <Link to="/decks/$deckId" params={{ deckId: id }} className="quiet-link">
          <bdi>{title}</bdi>
        </Link>
        <h1>{t('compare.title')}</h1>
      </header>
      {from === undefined || to === undefined ? (
        <p role="alert">{t('versions.goneLead')}</p>
      ) : items.length === 1 ? (
        <p>{t('compare.only')}</p>
      ) : (
        <Compared key={`${from.id} ${to.id}`} deckId={id} versions={items} from={from} to={to} view={search.view ?? 'side'} />
      )}
    </div>
  );
}
