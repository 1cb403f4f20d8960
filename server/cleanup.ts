import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { inSpan } from './spans.ts';
import type { AccountsRepo } from './accounts/accounts.repo.ts';
import type { InkRepo } from './annotations/ink.repo.ts';
import type { AuditService } from './audit/audit.service.ts';
import type { PendingSignIns } from './auth/factors/pending-sign-ins.ts';
import type { TrustedDevices } from './auth/factors/trusted-devices.ts';
import type { PasswordResets } from './auth/password-resets.ts';
import type { RateLimits } from './auth/rate-limits.ts';
import type { InvitesRepo } from './invites/invites.repo.ts';
import type { ExportsService } from './exports/exports.service.ts';
import type { VisitsService } from './links/visits/visits.service.ts';
import type { BlobSweep } from './packages/blob-sweep.ts';
import type { IdempotencyRepo } from './packages/idempotency.repo.ts';
import type { PlaybackRepo } from './playback/playback.repo.ts';
import type { TalkUpkeep } from './talks/talk-upkeep.ts';
import type { TrashService } from './trash/trash.service.ts';

interface Dependencies {
  readonly trash: Pick<TrashService, 'removeExpired'>;
  readonly exports: Pick<ExportsService, 'removeExpired'>;
  readonly sweep: BlobSweep;
  readonly playback: Pick<PlaybackRepo, 'removeExpired'>;
  readonly idempotency: Pick<IdempotencyRepo, 'removeExpired'>;
  readonly talks: Pick<TalkUpkeep, 'run'>;
  readonly audit: Pick<AuditService, 'prune'>;
  readonly ink: Pick<InkRepo, 'removeErased'>;
  readonly accounts: Pick<AccountsRepo, 'removeExpiredSessions'>;
  readonly limits: Pick<RateLimits, 'removeExpired'>;
  readonly invites: Pick<InvitesRepo, 'removeExpired'>;
  readonly resets: Pick<PasswordResets, 'removeExpired'>;
  readonly pendingSignIns: Pick<PendingSignIns, 'removeExpired'>;
  readonly trustedDevices: Pick<TrustedDevices, 'removeExpired'>;
  readonly visits: Pick<VisitsService, 'removeExpired'>;
  readonly stagingDir: string;
  readonly log: Logger;
}

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/**
 * Removes at the start and then every hour what crashes leave behind and what has expired: staged uploads, decks in the trash, unused
 * blobs, expired playback addresses, abandoned talks. Returns a function that ends it.
 */
export function startCleanup(dependencies: Dependencies): () => Promise<void> {
  const stop = new AbortController();
  let running = Promise.resolve();
  const work = () => {
    running = running.then(() => tidy(dependencies, stop.signal));
  };
  const timer = setInterval(work, HOUR_MILLISECONDS).unref();
  work();
  return () => {
    clearInterval(timer);
    stop.abort();
    return running;
  };
}

async function tidy(
  {
    trash,
    exports,
    sweep,
    playback,
    idempotency,
    talks,
    audit,
    ink,
    accounts,
    limits,
    invites,
    resets,
    pendingSignIns,
    trustedDevices,
    visits,
    stagingDir,
    log,
  }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const jobs: Record<string, () => Promise<unknown>> = {
    'staged uploads': () => removeStale(stagingDir),
    'decks that were in the trash long enough': () => trash.removeExpired(signal),
    'exports that were kept long enough': () => exports.removeExpired(signal),
    'unused blobs': () => sweep.run(signal),
    'remembered uploads': () => idempotency.removeExpired(),
    'ended playback addresses': () => playback.removeExpired(),
    'old events of the audit list': () => audit.prune(),
    'abandoned talks': () => talks.run(),
    'expired sessions': () => accounts.removeExpiredSessions(),
    'counters of attempts': () => limits.removeExpired(),
    'invites that expired long ago': () => invites.removeExpired(),
    'expired links to set a password': () => resets.removeExpired(),
    'sign-ins that were not completed': () => pendingSignIns.removeExpired(),
    'expired trust in browsers': () => trustedDevices.removeExpired(),
    'old visits of links, and who visited before today': () => visits.removeExpired(),
    'strokes erased long ago': () => ink.removeErased(),
  };
  for (const [what, job] of Object.entries(jobs)) {
    if (signal.aborted) return;
    await inSpan('clean up', { 'lectern.job': what }, job).catch(
      (err: unknown) => signal.aborted || log.warn({ err, what }, 'a clean-up job failed; it will be tried again in an hour'),
    );
  }
}

/** Removes files that were not changed for an hour. A running upload writes at least every half minute, and is stored within minutes. */
async function removeStale(directory: string): Promise<void> {
  const before = Date.now() - HOUR_MILLISECONDS;
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    // An upload that ends in the meantime removes its file.
    const found = await stat(file).catch(() => null);
    if (found !== null && found.mtimeMs < before) await rm(file, { force: true });
  }
}
