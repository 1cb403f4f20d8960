import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { TalkAct, TalkLine } from '#web/talks/TalkLine.tsx';
import { restoreVersion } from './restore-version.ts';

interface EarlierVersionLineProps {
  /** The deck in the version that is shown. */
  deck: DeckDetail;
  /** The version that the user has chosen to look at; null if none. */
  viewedId: string | null;
}

/** Says which earlier version the user looks at, and offers to restore it or to go back to the current one. */
export function EarlierVersionLine({ deck, viewedId }: EarlierVersionLineProps) {
  const isViewed = viewedId !== null && viewedId === deck.currentVersionId;
  return isViewed && !deck.currentVersion.current ? <Viewed deck={deck} /> : null;
}

function Viewed({ deck }: { deck: DeckDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { slideNumber } = useParams({ strict: false });
  const versions = useQuery(trpc.versions.list.queryOptions({ id: deck.id }));
  const [restoring, setRestoring] = useState(false);
  const { number, createdAt, createdBy } = deck.currentVersion;
  const items = versions.data?.items ?? [];

  const showCurrent = () =>
    void navigate({
      to: '/decks/$deckId/$slideNumber',
      params: { deckId: deck.id, slideNumber: slideNumber ?? '1' },
      search: {},
      replace: true,
    });
  const restore = async () => {
    setRestoring(true);
    const isRestored = await restoreVersion(
      deck,
      deck.currentVersion,
      items.find(({ current }) => current),
    );
    if (isRestored) showCurrent();
    else setRestoring(false);
  };
  const count = Math.max(number, ...items.map((item) => item.number));
  const words = t('versions.viewing', { number, count, name: createdBy.name, since: formatSince(createdAt) });
  return (
    <TalkLine words={words}>
      {deck.permissions.edit && (
        <TalkAct label={t('versions.restoreOf', { number })} onAct={() => (restoring ? undefined : void restore())}>
          {t('versions.restore')}
        </TalkAct>
      )}
      <TalkAct main onAct={showCurrent}>
        {t('versions.backToCurrent')}
      </TalkAct>
    </TalkLine>
  );
}
