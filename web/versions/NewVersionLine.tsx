import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';
import { arriveAt } from '#web/stage/position/resume.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { TalkAct, TalkLine } from '#web/talks/TalkLine.tsx';
import { releaseVersion, useKeptVersion } from './kept-version.ts';
import { changeWords } from './change-words.ts';
import { indexNow } from './place-in-version.ts';

interface NewVersionLineProps {
  deck: DeckDetail;
  position: Pick<DeckPosition, 'place'>;
  inside: Pick<InnerSlides, 'here'>;
}

/** Says that the deck has a newer version than the one that is shown, what has changed, and offers to show it. */
export function NewVersionLine({ deck, position, inside }: NewVersionLineProps) {
  const kept = useKeptVersion(deck.id);
  if (kept === null || kept !== deck.currentVersionId || deck.currentVersion.current) return null;
  return <Offer deck={deck} versionId={kept} position={position} inside={inside} />;
}

function Offer({ deck, versionId, position, inside }: NewVersionLineProps & { versionId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const changes = useQuery(trpc.versions.changes.queryOptions({ id: deck.id, versionId }));
  /** The number of the version that the user did not want to see yet. */
  const [declined, setDeclined] = useState<number | null>(null);
  if (changes.data === undefined) return null;
  const { data } = changes;

  const look = () => {
    const { slideIndex, inner } = position.place;
    const index = indexNow(data, slideIndex);
    const isSame = data.slides[slideIndex]?.index === index;
    arriveAt(deck.id, { place: { slideIndex: index, inner: isSame ? inner : null }, innerName: inside.here?.name ?? null });
    releaseVersion(deck.id);
  };
  const { number } = data;
  const isDeclined = declined === number;
  const words = isDeclined
    ? t('newVersion.staying', { shown: deck.currentVersion.number, number })
    : t('newVersion.here', { number, changes: data.summary === null ? '' : changeWords(data.summary, t) }).trim();
  return (
    <TalkLine quiet={isDeclined} tone={isDeclined ? 'plain' : 'light'} words={words}>
      <TalkAct main={!isDeclined} onAct={look}>
        {t('newVersion.look')}
      </TalkAct>
      <TalkAct
        onAct={() =>
          void navigate({
            to: '/decks/$deckId/compare',
            params: { deckId: deck.id },
            search: { from: versionId },
          })
        }
      >
        {t('versions.compareInNotice')}
      </TalkAct>
      {!isDeclined && <TalkAct onAct={() => setDeclined(number)}>{t('newVersion.stay')}</TalkAct>}
    </TalkLine>
  );
}
