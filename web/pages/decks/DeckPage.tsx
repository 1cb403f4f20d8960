import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PlayableDeck } from '#web/stage-session/PlayableDeck.tsx';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Player } from '#web/player/Player.tsx';

export function DeckPage() {
  const { t } = useTranslation();
  const { deckId } = useParams({ from: '/members/decks/$deckId' });
  const { version = null } = useSearch({ from: '/members/decks/$deckId' });
  const deck = useQuery({ ...trpc.decks.get.queryOptions({ id: deckId }), refetchOnWindowFocus: false });
  useDocumentTitle(deck.data?.title ?? (deck.isError ? t('deck.goneTitle') : undefined));
  return (
    <PlayableDeck deckId={deckId} viewedId={version}>
      {(playable) => <Player key={playable.deck.currentVersionId} viewedId={version} {...playable} />}
    </PlayableDeck>
  );
}
