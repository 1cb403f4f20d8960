import type { Page } from '#server/pagination.ts';
import type { AuditEvent } from '#shared/audit.ts';
import type { AuditPage, AuditRepo, AuditRow } from './audit.repo.ts';

/** Reads and prunes audit events. The router requires an admin. */
export class AuditService {
  readonly #repo: AuditRepo;
  readonly #days: number;

  /** @param days how long events are kept */
  constructor(repo: AuditRepo, days: number) {
    this.#repo = repo;
    this.#days = days;
  }

  async list(page: AuditPage): Promise<Page<AuditEvent>> {
    const { items, nextCursor } = await this.#repo.list(page);
    return { items: items.map(serializeEvent), nextCursor };
  }

  /** Removes events that are older than `days`. */
  async prune(): Promise<void> {
    await this.#repo.removeOlderThan(this.#days);
  }
}

function serializeEvent({ id, at, kind, actorId, actorName, address, requestId, details }: AuditRow): AuditEvent {
  const actor = actorId === null || actorName === null ? null : { id: actorId, name: actorName };
  return { id, at: at.toISOString(), kind, actor, address, requestId, details };
}
