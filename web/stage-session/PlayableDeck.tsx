import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { DeckDetail } from '#shared/decks.ts';
import type { DeckTrust } from '#shared/playback.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useReconnection } from '#web/live/use-connection.ts';
import { useLiveDeck } from './use-live-deck.ts';
import { useLastPlaceRead } from '#web/stage/position/last-place.ts';
import { StageMessage } from '#web/stage/frames/StageMessage.tsx';
import { pinVersion, usePinnedVersion } from '#web/talks/talk-version.ts';
import { releaseVersion, useKeptVersion } from '#web/versions/kept-version.ts';
import { useDeckInVersion } from './use-deck-in-version.ts';

/** Requesting the address again extends its lifetime; a talk may last longer. */
const KEPT_ALIVE = { refetchInterval: 30 * 60_000, refetchIntervalInBackground: true };

/** Everything that is needed to play a deck. */
export interface Playable {
  /** The deck in the version that is shown; during a talk that may be an earlier one. */
  deck: DeckDetail;
  baseUrl: string;
  trust: DeckTrust;
}

interface PlayableDeckProps {
  deckId: string;
  /** The version that the user has chosen to look at. A talk that they follow shows its own. */
  viewedId?: string | null;
  children: (playable: Playable) => ReactNode;
}

/** Loads everything that is needed to play a deck. If that fails, shows the reason and what to do. */
export function PlayableDeck({ deckId, viewedId = null, children }: PlayableDeckProps) {
  const { t } = useTranslation();
  const talkVersion = usePinnedVersion(deckId);
  const keptVersion = useKeptVersion(deckId);
  const pinned = talkVersion ?? viewedId ?? keptVersion;
  useLiveDeck(deckId);
  const current = useQuery({ ...trpc.decks.get.queryOptions({ id: deckId }), refetchOnWindowFocus: false });
  const playback = useQuery({ ...trpc.playback.open.queryOptions({ id: deckId }), ...KEPT_ALIVE });
  const isPlaceRead = useLastPlaceRead(deckId);
  const ofVersion = { id: deckId, versionId: pinned ?? undefined };
  const ofViewed = viewedId === null ? { id: deckId } : { id: deckId, versionId: viewedId };
  const trust = useQuery({ ...trpc.playback.trust.queryOptions(ofViewed), staleTime: Number.POSITIVE_INFINITY });
  // Loaded while the talk runs, so that it is available when the version stops being current.
  const earlier = useQuery({ ...trpc.playback.open.queryOptions(ofVersion), ...KEPT_ALIVE, enabled: pinned !== null });
  // The network may be another one, in which the address has to be requested before it works.
  useReconnection(() => void queryClient.invalidateQueries(trpc.playback.open.pathFilter()));
  const deck = useDeckInVersion(current.data, pinned);
  useEffect(
    () => () => {
      pinVersion(deckId, null);
      releaseVersion(deckId);
    },
    [deckId],
  );

  const address = deck === current.data ? playback.data : earlier.data;
  if (deck !== undefined && address !== undefined && trust.data !== undefined && isPlaceRead) {
    return children({ deck, baseUrl: address.baseUrl, trust: trust.data });
  }
  const fault = current.error ?? playback.error ?? trust.error ?? earlier.error;
  if (fault === null) return <StageMessage waiting={t('player.loading')} />;
  if (faultFrom(fault).code === 'DECK_NOT_FOUND') {
    const toLibrary = (
      <Link to="/" className="stage-link">
        {t('player.back')}
      </Link>
    );
    return (
      <StageMessage title={t('deck.goneTitle')} action={toLibrary}>
        {t('deck.goneLead')}
      </StageMessage>
    );
  }
  if (viewedId !== null && faultFrom(fault).code === 'VERSION_NOT_FOUND') {
    const toCurrent = (
      <Link to="/decks/$deckId" params={{ deckId }} search={{}} replace className="stage-link">
        {t('versions.backToCurrent')}
      </Link>
    );
    return (
      <StageMessage title={t('versions.goneTitle')} action={toCurrent}>
        {t('versions.goneLead')}
      </StageMessage>
    );
  }
  const again = () => void Promise.all([current, playback, trust].map((query) => query.refetch()));
  return (
    <StageMessage title={t('player.failedTitle')} action={<Button onClick={again}>{t('shell.tryAgain')}</Button>}>
      {faultWords(fault, t)}
    </StageMessage>
  );
}
