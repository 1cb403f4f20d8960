import './print-page.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type PrintSearch, choicesOf } from '#web/exports/print/print-choices.ts';
import { PrintedDeck } from '#web/exports/print/PrintedDeck.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useDeckInVersion } from '#web/stage-session/use-deck-in-version.ts';
import { Plain } from '#web/ui/Plain.tsx';

const PAGE = '/members/layout/decks/$deckId/print';

/** All slides of a deck on pages, for the browser's own printing. */
export function PrintPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { deckId: id } = useParams({ from: PAGE });
  const search = useSearch({ from: PAGE });
  const versionId = search.versionId ?? null;
  const current = useQuery({ ...trpc.decks.get.queryOptions({ id }), refetchOnWindowFocus: false });
  const version = useQuery({
    ...trpc.versions.get.queryOptions({ id, versionId: versionId ?? '' }),
    enabled: versionId !== null,
    staleTime: Infinity,
  });
  const deck = useDeckInVersion(current.data, versionId);
  const playback = useQuery({
    ...trpc.playback.open.queryOptions({ id, versionId: versionId ?? undefined }),
    staleTime: Infinity,
  });
  // It says which elements are the slides; frames learn that when they start.
  const trust = useQuery({ ...trpc.playback.trust.queryOptions({ id }), staleTime: Number.POSITIVE_INFINITY });
  useDocumentTitle(deck === undefined ? undefined : t('print.titleOf', { title: deck.title }));

  const fault = current.error ?? version.error ?? playback.error ?? trust.error;
  if (fault !== null) return <Plain title={t('print.failed')}>{faultWords(fault, t)}</Plain>;
  if (deck === undefined || playback.data === undefined || trust.data === undefined)
    return <p role="status">{t('shell.loading')}</p>;
  const change = (changed: PrintSearch) =>
    void navigate({
      to: '/decks/$deckId/print',
      params: { deckId: id },
      search: { ...search, ...changed },
      replace: true,
      resetScroll: false,
    });
  const { number, current: isCurrent } = deck.currentVersion;
  return (
    <div className="print-layout">
      <header>
        <Link to="/decks/$deckId" params={{ deckId: id }} search={isCurrent ? {} : { version: deck.currentVersionId }}>
          <bdi>{deck.title}</bdi>
        </Link>
        <h1>{t('print.title')}</h1>
        {!isCurrent && <p>{t('versions.number', { number })}</p>}
      </header>
      <PrintedDeck
        key={deck.currentVersionId}
        deck={deck}
        baseUrl={playback.data.baseUrl}
        choices={choicesOf(search)}
        part={search.part ?? 1}
        onChange={change}
      />
    </div>
  );
}
