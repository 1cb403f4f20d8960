import { personOf } from '#server/people.ts';
import type { AudienceTalk } from '#shared/audience-talk.ts';
import { type Audience, shortAddress } from '#shared/audiences.ts';
import type { AudienceRow, AudienceTalkRow } from './audiences.repo.ts';

/** @param url the address of the link */
export function serializeAudience(row: AudienceRow, url: string, baseUrl: string): Audience {
  return {
    linkId: row.linkId,
    url,
    shortUrl: shortAddress(baseUrl, row.code),
    presenter: personOf(row.presenterId, row.presenterName),
    beginsAt: row.beginsAt?.toISOString() ?? null,
  };
}

/** A talk as visitors see it. It names fields one by one, so that nothing else of the row is sent. */
export function serializeAudienceTalk(
  { talk, question, code, presenterName: presenter, beginsAt }: AudienceTalkRow,
  baseUrl: string,
): AudienceTalk {
  if (talk === null) return { state: 'waiting', presenter, beginsAt: beginsAt?.toISOString() ?? null };
  const { id, place, blank, takesQuestions, takesReactions, revision, endedAt, leftAt } = talk;
  const ended = leftAt === null ? 'over' : 'away';
  const address = blank === 'address' ? shortAddress(baseUrl, code) : null;
  return {
    state: endedAt === null ? 'live' : ended,
    id,
    presenter,
    place,
    blank,
    address,
    question,
    takesQuestions,
    takesReactions,
    revision,
  };
}
