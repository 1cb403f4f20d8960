import { type Export, type ExportFailure, exportFilePath, exportOptionsSchema } from '#shared/exports.ts';
import type { ExportRow } from './exports.repo.ts';

/** What the renderer and the queue report, as the API names it. Everything else is a crash. */
const FAILURES: Readonly<Record<string, ExportFailure>> = {
  deck_timeout: 'timeout',
  memory: 'too_large',
  too_large: 'too_large',
  nothing_shown: 'nothing_shown',
};

export function serializeExport(row: ExportRow, deckId: string): Export {
  const { id, versionId, options, state, error, slidesDone, slidesTotal, slidesMissing, sizeBytes } = row;
  const isDone = state === 'done';
  return {
    id,
    deckId,
    versionId,
    // Options that came later have their defaults.
    ...exportOptionsSchema.parse(options),
    state,
    progress: { done: slidesDone, of: slidesTotal },
    missingSlides: slidesMissing,
    error: state === 'failed' ? (FAILURES[error ?? ''] ?? 'crashed') : null,
    fileUrl: isDone ? exportFilePath(deckId, id) : null,
    sizeBytes: isDone ? sizeBytes : null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
