import type { BackupFacts } from '#shared/backups.ts';
import type { HealthReport, RendererFacts } from '#shared/health.ts';
import type { StorageUse, SystemFacts, SystemLimits } from '#shared/system.ts';
import { keptFor } from './kept-for.ts';
import type { SystemRepo } from './system.repo.ts';

const SUMS_MILLISECONDS = 5 * 60 * 1000;
/** The reason of a failure may be a whole stack. */
const ERROR_MAX = 500;

interface Dependencies {
  readonly repo: SystemRepo;
  readonly health: { report(): Promise<HealthReport>; renderer(): RendererFacts };
  readonly jobs: { count(): Promise<{ readonly queued: number; readonly running: number; readonly oldestSeconds: number }> };
  readonly backups: { facts(): Promise<BackupFacts> };
  readonly blobs: { freeBytes(): Promise<number | null> };
  readonly storageKind: StorageUse['kind'];
  readonly isEmbedded: boolean;
  readonly limits: SystemLimits;
}

/** Tells admins how the server is. The router requires an admin. */
export class SystemService {
  readonly #dependencies: Dependencies;
  readonly #sums: () => Promise<Pick<StorageUse, 'measuredAt' | 'decks' | 'bytes' | 'people'>>;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#sums = keptFor(SUMS_MILLISECONDS, async () => {
      const measuredAt = new Date().toISOString();
      return { measuredAt, ...(await dependencies.repo.storageByOwner()) };
    });
  }

  async facts(): Promise<SystemFacts> {
    const { repo, health, isEmbedded, backups, limits } = this.#dependencies;
    return {
      health: await health.report(),
      node: process.versions.node,
      database: { ...(await repo.database()), isEmbedded },
      renderer: health.renderer(),
      storage: await this.#storage(),
      jobs: await this.#jobs(),
      backups: await backups.facts(),
      limits,
    };
  }

  async #storage(): Promise<StorageUse> {
    const { blobs, storageKind } = this.#dependencies;
    // A store that is away is reported by the health.
    const freeBytes = await blobs.freeBytes().catch(() => null);
    return { kind: storageKind, freeBytes, ...(await this.#sums()) };
  }

  async #jobs(): Promise<SystemFacts['jobs']> {
    const { repo, jobs } = this.#dependencies;
    const failures = await repo.latestFailures();
    return {
      ...(await jobs.count()),
      failed: await repo.countFailed(),
      failures: failures.map((job) => ({ ...job, error: job.error?.slice(0, ERROR_MAX) ?? null })),
      searchDue: await repo.countSearchDue(),
    };
  }
}
