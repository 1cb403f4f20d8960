import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { formatList } from '#web/lib/format.ts';
import { ownUser } from '#web/lib/session.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { Talks } from './use-talks.ts';
import { followersOf } from './window/audience.ts';

/** How often the page asks how many visitors there are. Their pages report less often. */
const VISITORS_EVERY_MS = 10_000;

/** For how many people this user presents. */
export interface AudienceSize {
  /** People with an account who follow. */
  readonly followers: number;
  /** Visitors who have the link open to which the talk is open. Those whose browsers ask not to be tracked are not counted for long. */
  readonly visitors: number;
}

/** The audience of this user's talk on the deck. Visitors are only counted for those who may edit the deck. */
export function useAudience(
  { id, permissions }: Pick<DeckDetail, 'id' | 'permissions'>,
  { mine, presence }: Pick<Talks, 'mine' | 'presence'>,
): AudienceSize {
  const enabled = mine !== null && permissions.share;
  const audiences = useQuery(trpc.audiences.list.queryOptions({ id }, { enabled }));
  const linkId = audiences.data?.items.find(({ presenter }) => presenter.id === ownUser().id)?.linkId;
  const now = useQuery(
    trpc.visits.now.queryOptions(
      { id, linkId },
      { enabled: enabled && linkId !== undefined, refetchInterval: VISITORS_EVERY_MS, refetchIntervalInBackground: true },
    ),
  );
  return {
    followers: mine === null ? 0 : followersOf(mine, presence),
    visitors: linkId === undefined ? 0 : (now.data?.visits ?? 0),
  };
}

/** "2 people are following and 41 visitors are looking". */
export function audienceWords({ followers, visitors }: AudienceSize, t: TFunction): string {
  const words = followers > 0 || visitors === 0 ? [t('talk.followers', { count: followers })] : [];
  if (visitors > 0) words.push(t('talk.visitors', { count: visitors }));
  return formatList(words);
}
