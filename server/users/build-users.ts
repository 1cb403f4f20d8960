import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database } from '#server/db/connect.ts';
import { OwnRemovalsRepo } from './removals.repo.ts';
import { UsersRepo } from './users.repo.ts';
import { UsersService } from './users.service.ts';

interface UsersParts extends Omit<ConstructorParameters<typeof UsersService>[0], 'repo' | 'ownRemovals'> {
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly quotas: ConstructorParameters<typeof OwnRemovalsRepo>[1];
}

/** The service that manages users. */
export function buildUsers({ db, trail, quotas, ...parts }: UsersParts): UsersService {
  return new UsersService({ ...parts, repo: new UsersRepo(db, trail), ownRemovals: new OwnRemovalsRepo(trail, quotas) });
}
