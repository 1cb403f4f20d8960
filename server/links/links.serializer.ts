import { personOf } from '#server/people.ts';
import type { Link, LinkStatus } from '#shared/links.ts';
import type { LinkRow } from './links.repo.ts';

/** Whether a link works now. */
export function statusOf({ paused, expiresAt }: Pick<LinkRow, 'paused' | 'expiresAt'>): LinkStatus {
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) return 'expired';
  return paused ? 'paused' : 'active';
}

/** A link as members see it who may edit its deck. */
export function serializeLink(row: LinkRow, url: string): Link {
  const { id, deckId, name, versionId, paused, visitCount, askFor } = row;
  const { allowDownload, allowEmbedding, embedOrigins, showNotes, showDrawings, allowComments } = row;
  return {
    id,
    deckId,
    url,
    name,
    createdAt: row.createdAt.toISOString(),
    createdBy: personOf(row.createdById, row.createdByName),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    hasPassword: row.passwordHash !== null,
    versionId,
    allowDownload,
    allowEmbedding,
    embedOrigins,
    showNotes,
    showDrawings,
    allowComments,
    askFor,
    paused,
    status: statusOf(row),
    visitCount,
    lastVisitAt: row.lastVisitAt?.toISOString() ?? null,
  };
}
