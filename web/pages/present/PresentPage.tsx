import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PlayableDeck } from '#web/stage-session/PlayableDeck.tsx';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { trpc } from '#web/lib/trpc.ts';
import { PresenterView } from '#web/presenter/PresenterView.tsx';

export function PresentPage() {
  const { t } = useTranslation();
  const { deckId } = useParams({ from: '/members/decks/$deckId/present' });
  const deck = useQuery({ ...trpc.decks.get.queryOptions({ id: deckId }), refetchOnWindowFocus: false });
  const title = deck.data?.title;
  useDocumentTitle(title === undefined ? undefined : t('presenter.page', { title }));
  return (
    <PlayableDeck deckId={deckId}>
      {(playable) => <PresenterView key={playable.deck.currentVersionId} {...playable} />}
    </PlayableDeck>
  );
}
