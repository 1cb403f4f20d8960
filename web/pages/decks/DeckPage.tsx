import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Player } from '#web/player/Player.tsx';
import { StageMessage } from '#web/player/StageMessage.tsx';

/** Asking again keeps the address alive; a talk may last longer than its life. */
const KEEP_ALIVE_MS = 30 * 60_000;

export function DeckPage() {
  const { t } = useTranslation();
  const { deckId } = useParams({ from: '/members/decks/$deckId' });
  const deck = useQuery({ ...trpc.decks.get.queryOptions({ id: deckId }), refetchOnWindowFocus: false });
  const playback = useQuery({
    ...trpc.playback.open.queryOptions({ id: deckId }),
    refetchInterval: KEEP_ALIVE_MS,
    refetchIntervalInBackground: true,
  });
  useDocumentTitle(deck.data?.title ?? (deck.isError ? t('deck.goneTitle') : undefined));

  const toLibrary = (
    <Link to="/" className="stage-link">
      {t('player.back')}
    </Link>
  );
  const fault = deck.data !== undefined && playback.data !== undefined ? null : (deck.error ?? playback.error);
  if (fault !== null && faultFrom(fault).code === 'DECK_NOT_FOUND') {
    return (
      <StageMessage title={t('deck.goneTitle')} action={toLibrary}>
        {t('deck.goneLead')}
      </StageMessage>
    );
  }
  if (fault !== null) {
    const again = () => void Promise.all([deck.refetch(), playback.refetch()]);
    return (
      <StageMessage title={t('player.failedTitle')} action={<Button onClick={again}>{t('shell.tryAgain')}</Button>}>
        {faultWords(fault, t)}
      </StageMessage>
    );
  }
  if (deck.data === undefined || playback.data === undefined) return <StageMessage waiting={t('player.loading')} />;
  return <Player key={deck.data.currentVersionId} deck={deck.data} baseUrl={playback.data.baseUrl} />;
}
