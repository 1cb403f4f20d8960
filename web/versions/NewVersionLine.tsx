import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { VersionChanges } from '#shared/versions.ts';
import { trpc } from '#web/lib/trpc.ts';
import { hasInnerSlides } from '#web/stage/position/inner-slides.ts';
import { arriveAt } from '#web/stage/position/resume.ts';
import type { DeckPosition } from '#web/stage/position/use-deck-position.ts';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { TalkAct, TalkLine } from '#web/talks/TalkLine.tsx';
import { releaseVersion, useKeptVersion } from './kept-version.ts';
import { countsOf, indexNow } from './place-in-version.ts';

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
    : t('newVersion.here', { number, changes: hasInnerSlides(deck.manifest) ? '' : changeWords(data) });
  return (
    <TalkLine quiet={isDeclined} tone={isDeclined ? 'plain' : 'light'} words={words}>
      <TalkAct main={!isDeclined} onAct={look}>
        {t('newVersion.look')}
      </TalkAct>
      {!isDeclined && <TalkAct onAct={() => setDeclined(number)}>{t('newVersion.stay')}</TalkAct>}
    </TalkLine>
  );

  function changeWords(all: VersionChanges): string {
    const { added, removed, changed } = countsOf(all);
    const parts = [
      added > 0 && t('newVersion.added', { count: added }),
      removed > 0 && t('newVersion.removed', { count: removed }),
      changed > 0 && t('newVersion.changed', { count: changed }),
    ].filter((part) => part !== false);
    return ` ${parts.length === 0 ? t('newVersion.same') : `${parts.join(', ')}.`}`;
  }
}
