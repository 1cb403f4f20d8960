import { mkdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { annotations, notes } from '#drizzle/schema/index.ts';
import packageJson from '#package' with { type: 'json' };
import { AnnotationsService } from './annotations/annotations.service.ts';
import { InkRepo } from './annotations/ink.repo.ts';
import { createApp, type WebApp } from './app.ts';
import { Authenticator } from './auth/authenticator.ts';
import { AuthService } from './auth/auth.service.ts';
import { createAuth } from './auth/better-auth.ts';
import { findUsableInvite } from './auth/invite-gate.ts';
import { RateLimits } from './auth/rate-limits.ts';
import { Revocations } from './auth/revocations.ts';
import { loadOrCreateSecret } from './auth/secret.ts';
import { Sessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import { connectDatabase } from './db/connect.ts';
import { startEmbeddedPostgres } from './db/embedded/start.ts';
import { migrateDatabase } from './db/migrate.ts';
import { DecksRepo } from './decks/decks.repo.ts';
import { DecksService } from './decks/decks.service.ts';
import { NewDeckService } from './decks/new-deck.service.ts';
import { HealthService } from './health/health.service.ts';
import type { OwnOrigins } from './http/own-origins.ts';
import { keepHouse } from './housekeeping.ts';
import { InvitesRepo } from './invites/invites.repo.ts';
import { InvitesService } from './invites/invites.service.ts';
import { KeysRepo } from './keys/keys.repo.ts';
import { KeysService } from './keys/keys.service.ts';
import { NotesService } from './notes/notes.service.ts';
import { BlobSweep } from './packages/blob-sweep.ts';
import { Idempotency } from './packages/idempotency.ts';
import { IdempotencyRepo } from './packages/idempotency.repo.ts';
import { PackageIntake } from './packages/package-intake.ts';
import { PackagesRepo } from './packages/packages.repo.ts';
import { PlaybackRepo } from './playback/playback.repo.ts';
import { PlaybackService } from './playback/playback.service.ts';
import { SlideStateRepo } from './slides/slide-state.repo.ts';
import { createBlobStore } from './storage/create-blob-store.ts';
import { UsersRepo } from './users/users.repo.ts';
import { UsersService } from './users/users.service.ts';
import { VersionsRepo } from './versions/versions.repo.ts';
import { VersionsService } from './versions/versions.service.ts';

export interface Lectern {
  readonly app: RequestListener;
  /** Where the first admin makes their account; null when there is somebody already. */
  readonly firstRunUrl: string | null;
  /** Health says "degraded" from now on. */
  drain(): void;
  /** Lets go of database and storage. Running requests must have ended. */
  close(): Promise<void>;
}

interface Surroundings {
  readonly config: Config;
  readonly log: Logger;
  readonly origins: OwnOrigins;
  readonly webApp: WebApp;
  /** Whether the first admin's link or account is this process's work. */
  readonly opensFirstDoor: boolean;
  /** Ends the wait for a database that is away. */
  readonly signal: AbortSignal;
}

/** Puts the service together: the one place that makes its parts. Waits until database and tables are ready. */
export async function buildLectern({ config, log, origins, webApp, opensFirstDoor, signal }: Surroundings): Promise<Lectern> {
  await using opened = new AsyncDisposableStack();
  await mkdir(config.uploads.stagingDir, { recursive: true });
  const secret = config.auth.secret ?? (await loadOrCreateSecret(config.dataDir));

  const url = config.databaseUrl ?? (await openEmbedded(config, log, opened));
  await migrateDatabase({ url, log: (line) => log.warn(line), signal });
  const database = connectDatabase({ url });
  opened.defer(() => database.close());
  const { db } = database;
  const blobs = await createBlobStore(config.storage);
  opened.defer(() => blobs.close());

  const revocations = new Revocations(database.sql, log);
  await revocations.listen();
  const betterAuth = createAuth({ db, origins, secret, log });
  const auth = new AuthService(betterAuth, db, revocations);
  const sessions = new Sessions(betterAuth);
  const authenticator = new Authenticator(db, sessions);
  const limits = new RateLimits(db);

  const decksRepo = new DecksRepo(db);
  const packagesRepo = new PackagesRepo(db);
  const playbackRepo = new PlaybackRepo(db);
  const decks = new DecksService({ repo: decksRepo, blobs, revocations, log });
  const intake = new PackageIntake({ repo: packagesRepo, blobs, log, ...config.uploads });
  const newDecks = new NewDeckService(decksRepo, intake);
  const idempotencyRepo = new IdempotencyRepo(db);
  const invites = new InvitesService({
    repo: new InvitesRepo(db),
    findUsable: (token) => findUsableInvite(db, token),
    baseUrl: origins.base,
  });
  const health = new HealthService({
    version: packageJson.version,
    checks: { db: () => database.ping(), storage: (checkSignal) => blobs.health({ signal: checkSignal }) },
  });
  const drawings = new SlideStateRepo(db, annotations, 'annotations');
  const services = {
    decks,
    notes: new NotesService(new SlideStateRepo(db, notes, 'notes'), decks),
    annotations: new AnnotationsService({
      states: drawings,
      ink: new InkRepo(db, drawings),
      decks,
      maxBytes: config.annotationMaxBytes,
    }),
    playback: new PlaybackService({ repo: playbackRepo, decks, secret, revocations }),
    versions: new VersionsService({ repo: new VersionsRepo(db), decks, intake }),
    invites,
    users: new UsersService(new UsersRepo(db), revocations),
    keys: new KeysService(new KeysRepo(db), revocations),
    health,
  };

  const app = createApp({
    config,
    log,
    origins,
    services,
    newDecks,
    idempotency: new Idempotency(idempotencyRepo),
    blobs,
    auth,
    sessions,
    authenticator,
    limits,
    webApp,
  });
  const sweep = new BlobSweep({ repo: packagesRepo, blobs, log });
  opened.defer(
    keepHouse({ sweep, playback: playbackRepo, idempotency: idempotencyRepo, stagingDir: config.uploads.stagingDir, log }),
  );
  const firstRunUrl = opensFirstDoor ? await openFirstDoor({ config, invites, auth, log }) : null;
  const parts = opened.move();
  return { app, firstRunUrl, drain: () => health.drain(), close: () => parts.disposeAsync() };
}

async function openEmbedded(config: Config, log: Logger, opened: AsyncDisposableStack): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.debug({ from: 'postgresql' }, line),
  });
  opened.defer(() => postgres.stop());
  return postgres.url;
}

/** With nobody there yet: makes the admin that the configuration names, or a link for the first to come. */
async function openFirstDoor({
  config,
  invites,
  auth,
  log,
}: Pick<Surroundings, 'config' | 'log'> & { invites: InvitesService; auth: AuthService }): Promise<string | null> {
  const { admin } = config.auth;
  const invite = await invites.firstRun(admin?.email ?? null);
  if (invite === null || admin === null) return invite?.url ?? null;
  await auth.signUp({ ...admin, inviteToken: invite.token }, { address: 'localhost', userAgent: undefined });
  log.info({ email: admin.email }, 'made the first admin');
  return null;
}
