import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { Place } from '#shared/place.ts';
import { slideAddress } from '#web/decks/slide-address.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Slides are seldom changed while somebody presents. */
const STALE_MS = 10 * 60_000;

/** Says that another deck has the slide in a newer form. The link opens another tab, so that the talk goes on. */
export function NewerSlide({ deck, place: { slideIndex, inner } }: { deck: DeckDetail; place: Place }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...trpc.slideCopies.list.queryOptions({ id: deck.id, slideIndex, ...(inner !== null && { inner: inner.index }) }),
    staleTime: STALE_MS,
    // What is shown of an earlier version is old in any case.
    enabled: deck.currentVersion.current,
    retry: false,
  });
  const newer = data?.items.find(({ isNewer }) => isNewer);
  if (newer === undefined) return null;
  return (
    <p className="newer-slide" role="status">
      <IconHistory size={16} aria-hidden />
      <Link {...slideAddress(newer.deck, newer)} target="_blank">
        {t('copies.newerIn', { title: newer.deck.title })}
      </Link>
    </p>
  );
}
