import { mkdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { annotations, notes } from '#drizzle/schema/index.ts';
import packageJson from '#package' with { type: 'json' };
import { AccountsRepo } from './accounts/accounts.repo.ts';
import { ReadersRepo } from './access/readers.repo.ts';
import { AccountsService } from './accounts/accounts.service.ts';
import { buildOwnData } from './accounts/own-data/build-own-data.ts';
import { AnnotationsService } from './annotations/annotations.service.ts';
import { AnnotationsFeed } from './annotations/annotations.feed.ts';
import { InkChangesRepo } from './annotations/ink-changes.repo.ts';
import { InkOutlineRepo } from './annotations/ink-outline.repo.ts';
import { InkRepo } from './annotations/ink.repo.ts';
import { appRouter } from './rest/root.router.ts';
import { EventStreams } from './rpc/event-streams.ts';
import { openBackups } from './backup/open-backups.ts';
import { isBackupRunning } from './backup/backup.repo.ts';
import { KeptDuringBackups } from './backup/kept-blobs.ts';
import { createApp, type WebApp } from './app.ts';
import { AuditRepo } from './audit/audit.repo.ts';
import { AuditService } from './audit/audit.service.ts';
import { AuditTrail } from './audit-trail/audit-trail.repo.ts';
import type { Authenticator } from './auth/authenticator.ts';
import { openIdentity } from './auth/open-identity.ts';
import { findUsableInvite } from './auth/invite-gate.ts';
import type { Revocations } from './auth/revocations.ts';
import { loadOrCreateSecret } from './auth/secret.ts';
import { buildCollections } from './collections/build-collections.ts';
import type { Config } from './config.ts';
import type { Database, DatabaseConnection } from './db/connect.ts';
import type { Listener } from './db/listener.ts';
import { openDatabase } from './db/open-database.ts';
import { DecksFeed } from './decks/decks.feed.ts';
import { DeckListRepo } from './decks/deck-list.repo.ts';
import { DecksRepo } from './decks/decks.repo.ts';
import { DecksService } from './decks/decks.service.ts';
import { DuplicatesRepo } from './decks/duplicates.repo.ts';
import { DuplicatesService } from './decks/duplicates.service.ts';
import { NewDeckService } from './decks/new-deck.service.ts';
import { openExports } from './exports/open-exports.ts';
import { HealthService } from './health/health.service.ts';
import { LIVE_CHANNEL } from './feed/notices.ts';
import type { OwnOrigins } from './http/own-origins.ts';
import { openMetrics, type Processes } from './metrics/open-metrics.ts';
import { makeFirstAdmin } from './first-admin.ts';
import { startCleanup } from './cleanup.ts';
import { InvitesRepo } from './invites/invites.repo.ts';
import { InvitesService } from './invites/invites.service.ts';
import { KeysRepo } from './keys/keys.repo.ts';
import { KeysService } from './keys/keys.service.ts';
import { openLinks } from './links/open-links.ts';
import type { FeedSource } from './feed/feed-source.ts';
import { FeedsRepo } from './live/feeds.repo.ts';
import { LiveService } from './live/live.service.ts';
import { DrawingRepo } from './live/drawing.repo.ts';
import { PresenceRepo } from './live/presence.repo.ts';
import { NotesFeed } from './notes/notes.feed.ts';
import { NoteHistoryRepo } from './notes/note-history.repo.ts';
import { NotesService } from './notes/notes.service.ts';
import { BlobSweep } from './packages/blob-sweep.ts';
import { OpeningsRepo } from './openings/openings.repo.ts';
import { OpeningsService } from './openings/openings.service.ts';
import { IdempotencyRepo } from './packages/idempotency.repo.ts';
import type { DiskReserve } from './packages/disk-reserve.ts';
import { PackagesRepo } from './packages/packages.repo.ts';
import { Quotas } from './packages/quotas.ts';
import { openUploads, type ReadingOptions } from './packages/open-uploads.ts';
import { PlaybackOrigins } from './playback/playback-origins.ts';
import { PlaybackRepo } from './playback/playback.repo.ts';
import { PlaybackService } from './playback/playback.service.ts';
import { TrustRepo } from './playback/trust.repo.ts';
import { TrustService } from './playback/trust.service.ts';
import { openRendering, type Rendering } from './rendering/open-rendering.ts';
import type { RenderedHook } from './rendering/render-jobs.repo.ts';
import { RequestedPicturesRepo } from './rendering/requested-pictures.repo.ts';
import { SlidesRepo } from './rendering/slides.repo.ts';
import { SlidesService } from './rendering/slides.service.ts';
import { openSearch } from './search/open-search.ts';
import { MembersRepo } from './sharing/members.repo.ts';
import { SharingRepo } from './sharing/sharing.repo.ts';
import { SharingService } from './sharing/sharing.service.ts';
import { SlideStateRepo } from './slides/slide-state.repo.ts';
import type { BlobStore } from './storage/blob-store.ts';
import { createBlobStore } from './storage/create-blob-store.ts';
import { openSystem } from './system/open-system.ts';
import { openTalks } from './talks/open-talks.ts';
import { TracedBlobs } from './tracing/traced-blobs.ts';
import { TrashRepo } from './trash/trash.repo.ts';
import { TrashService } from './trash/trash.service.ts';
import { buildUsers } from './users/build-users.ts';
import { buildVersionParts } from './versions/build-version-parts.ts';

export interface Lectern {
  readonly app: RequestListener;
  /** The address at which the first admin creates their account; null if there are users. */
  readonly firstRunUrl: string | null;
  /** Answers on `METRICS_PORT`; null: there is none. */
  readonly metricsApp: RequestListener | null;
  /** Begins the work that needs this server to answer requests. Call it when it does. */
  begin(): void;
  /** Makes the health report "degraded". */
  drain(): void;
  /** Closes the connections to database and storage. Call it after running requests have ended. */
  close(): Promise<void>;
}

export interface Surroundings {
  readonly config: Config;
  readonly log: Logger;
  readonly origins: OwnOrigins;
  readonly webApp: WebApp;
  /** Whether this process creates the link or the account of the first admin. */
  readonly makesFirstAdmin: boolean;
  /** Ends the wait for a database that is not available. */
  readonly signal: AbortSignal;
  /** How packages are read. Tests share the processes, or replace the reader with one that fails. */
  readonly reading?: ReadingOptions;
  /** Renders pictures of decks. Null: there is none. */
  readonly rendering?: Rendering | null;
  /** How long a talk continues without a window of its presenter. In tests, no window shows the talks. */
  readonly talkEndsAfterSeconds?: number;
  /** The processes that share the port with this one. Missing: there are none. */
  readonly processes?: Processes | undefined;
}

/** Creates all parts of the service and connects them. Waits until the database and its tables are ready. */
export async function buildLectern(surroundings: Surroundings): Promise<Lectern> {
  const { config, log, origins, makesFirstAdmin, signal } = surroundings;
  await using opened = new AsyncDisposableStack();
  await mkdir(config.uploads.stagingDir, { recursive: true });
  const secret = config.auth.secret ?? (await loadOrCreateSecret(config.dataDir));

  const { database, db, listener, directUrl } = await openDatabase({ config, log, signal }, opened);
  const blobs = await openBlobs(config, database, opened);
  const { revocations, mailer, identity } = await openIdentity({ config, db, database, listener, origins, secret, log }, opened);
  const [trail, audit] = [new AuditTrail(db, log), new AuditService(new AuditRepo(db), config.auditDays)];
  const repos = reposOf(db, trail);
  const decks = new DecksService({ repo: repos.decks, list: new DeckListRepo(db), revocations });
  const quotas = new Quotas(repos.packages, config.uploads.userQuotaBytes);
  const stored = { quotas, idempotencyRepo: repos.idempotency, blobs };
  const { intake, copies, uploads, readers } = openUploads({ ...surroundings, ...stored, limits: config.uploads }, opened);
  const invites = buildInvites({ db, repo: repos.invites, origins, mailer, log });
  const health = healthOf(database, blobs, surroundings.rendering);
  const slides = buildSlideParts({ db, decks, annotationMaxBytes: config.annotationMaxBytes });
  const { rendered, ...versions } = buildVersionParts({ db, decks, intake });
  const common = { ...surroundings, db, trail, decks, revocations, secret, listener, rendered };
  const talks = openTalks(common, opened);
  const trashRepo = new TrashRepo({ db, trail, decks: repos.decks, talks: talks.repo });
  const trash = new TrashService({ repo: trashRepo, decks, blobs, revocations, days: config.trashDays, log });
  const play = await openPlayback({ ...common, ...stored, ...slides.services, repo: repos.playback, disk: uploads.disk }, opened);
  const links = await openLinks({ ...common, ...identity, ...slides.forVisitors, ...play.services, talks: talks.repo }, opened);
  const { search, slideCopies } = await openSearch({ ...common, ...stored, ...uploads, ...config.uploads, readers }, opened);
  const sources = [new DecksFeed(repos.decks), ...slides.feeds, talks.feed];
  const live = await startLive({ ...common, sources, authenticator: identity.authenticator }, opened);
  await listener.listen(LIVE_CHANNEL, talks.notices.onNotice, talks.notices.notifyAll);
  const eventStreams = opened.adopt(new EventStreams(appRouter, log), (streams) => streams.close());
  const backups = openBackups({ ...common, directUrl, blobs }, opened);
  const services = {
    decks,
    duplicates: new DuplicatesService({ repo: new DuplicatesRepo(trail), decks, copies }),
    live,
    ...slides.services,
    ...play.services,
    ...links.services,
    ...versions.services,
    sharing: buildSharing({ ...common, quotas }),
    openings: new OpeningsService(new OpeningsRepo(db), decks),
    ...buildCollections(common),
    search,
    slideCopies,
    trash,
    ...talks.servicesWith((holder) => links.services.shared.open(holder)),
    invites,
    users: buildUsers({ ...common, quotas, identity: identity.auth, blobs }),
    ...identity.forServices,
    keys: new KeysService({ repo: new KeysRepo(db, trail), revocations, identity: identity.auth }),
    accounts: new AccountsService(repos.accounts, revocations),
    audit,
    health,
    system: openSystem({ db, config, ...play, health, backups, blobs }),
  };

  const metrics = openMetrics(surroundings, { ...services, ...play, backups, uploads, readers, database, eventStreams, links });
  const app = createApp({
    ...surroundings,
    playbackOrigins: play.origins,
    services,
    eventStreams,
    linkEvents: links.events,
    newDecks: new NewDeckService(repos.decks, intake),
    uploads,
    blobs,
    ownData: buildOwnData(db, { trail, questions: services.questions }),
    ...identity,
    metrics,
  });
  const jobs = { ...services, ...repos, ...identity, ...slides.jobs, talks: talks.upkeep };
  const sweep = new BlobSweep({ repo: repos.packages, blobs, log });
  opened.defer(startCleanup({ ...jobs, sweep, audit, stagingDir: config.uploads.stagingDir, log }));
  const firstRunUrl = makesFirstAdmin ? await makeFirstAdmin({ config, invites, auth: identity.auth, log }) : null;
  const parts = opened.move();
  const drain = () => {
    health.drain();
    eventStreams.close();
    links.events.close();
  };
  return { app, firstRunUrl, metricsApp: metrics?.app ?? null, begin: play.begin, drain, close: () => parts.disposeAsync() };
}

async function openBlobs(
  { storage, tracing }: Config,
  { sql }: DatabaseConnection,
  opened: AsyncDisposableStack,
): Promise<BlobStore> {
  const store = await createBlobStore(storage);
  const blobs = new KeptDuringBackups(tracing.isOn ? new TracedBlobs(store) : store, () => isBackupRunning(sql));
  opened.defer(() => blobs.close());
  return blobs;
}

/** The repositories that several parts use. */
function reposOf(db: Database, trail: AuditTrail) {
  const [decks, accounts, invites] = [new DecksRepo(db, trail), new AccountsRepo(db, trail), new InvitesRepo(db, trail)];
  const [packages, playback, idempotency] = [new PackagesRepo(db), new PlaybackRepo(db), new IdempotencyRepo(db)];
  return { decks, accounts, invites, packages, playback, idempotency };
}

type InviteParts = Pick<ConstructorParameters<typeof InvitesService>[0], 'repo' | 'mailer' | 'log'> & {
  db: Database;
  origins: OwnOrigins;
};

function buildInvites({ db, origins, ...parts }: InviteParts): InvitesService {
  return new InvitesService({ ...parts, findUsable: (token) => findUsableInvite(db, token), baseUrl: origins.base });
}

type SharingParts = DeckParts & ConstructorParameters<typeof SharingRepo>[0] & { readonly revocations: Revocations };

function buildSharing({ db, trail, quotas, decks, revocations }: SharingParts): SharingService {
  return new SharingService({ repo: new SharingRepo({ db, trail, quotas }), members: new MembersRepo(db), decks, revocations });
}

function healthOf(database: DatabaseConnection, blobs: BlobStore, rendering: Surroundings['rendering']): HealthService {
  const checks = { db: database.ping, storage: (signal: AbortSignal) => blobs.health({ signal }) };
  const renderer = () => rendering?.renderer.facts ?? { state: 'off' as const, browser: null };
  return new HealthService({ version: packageJson.version, checks, renderer });
}

interface DeckParts {
  readonly db: Database;
  readonly decks: DecksService;
}

/** Notes and annotations. */
function buildSlideParts({ db, decks, annotationMaxBytes: maxBytes }: DeckParts & { annotationMaxBytes: number }) {
  const texts = new SlideStateRepo(db, notes, 'notes');
  const drawings = new SlideStateRepo(db, annotations, 'annotations');
  const ink = new InkRepo(db, drawings);
  const inkFeed = new AnnotationsFeed(drawings, new InkChangesRepo(db));
  const services = {
    notes: new NotesService({ states: texts, history: new NoteHistoryRepo(db), decks }),
    annotations: new AnnotationsService({ states: drawings, ink, outlines: new InkOutlineRepo(db), decks, maxBytes }),
  };
  return { jobs: { ink }, feeds: [new NotesFeed(texts), inkFeed], services, forVisitors: { ...services, drawings: inkFeed } };
}

interface PlayParts extends DeckParts, Pick<Surroundings, 'config' | 'log' | 'origins' | 'rendering'> {
  readonly repo: PlaybackRepo;
  readonly revocations: Revocations;
  readonly secret: string;
  readonly listener: Listener;
  readonly blobs: BlobStore;
  readonly disk: DiskReserve;
  readonly rendered: RenderedHook;
  readonly trail: AuditTrail;
  readonly notes: NotesService;
  readonly annotations: AnnotationsService;
}

/** Playback addresses, the trust of users in decks, and the pictures and exports that a renderer makes at such addresses. */
async function openPlayback({ db, decks, config, origins: own, ...parts }: PlayParts, opened: AsyncDisposableStack) {
  const { origin, network, binding } = config.playback;
  const origins = new PlaybackOrigins(origin, own, parts.rendering?.origin);
  const trust = new TrustService({ ...parts, repo: new TrustRepo(db), decks, network, origins });
  const playback = new PlaybackService({ ...parts, decks, trust, origins, binding });
  const hasRenderer = () => parts.rendering?.renderer.isExpected ?? false;
  const { service: exports, workWith: exporting } = openExports({ ...parts, db, decks, hasRenderer });
  const requested = new RequestedPicturesRepo(db);
  const { begin, maker, jobs } = await openRendering({ ...parts, db, requested, config, playback, exporting }, opened);
  const slides = new SlidesService({ repo: new SlidesRepo(db), requested, decks, maker });
  return { origins, begin, jobs, services: { trust, playback, slides, exports } };
}

interface LiveParts extends DeckParts, Pick<Surroundings, 'log'> {
  readonly sources: readonly FeedSource[];
  readonly authenticator: Authenticator;
  readonly listener: Listener;
  readonly revocations: Revocations;
}

/** The live event streams of decks. */
async function startLive({ db, authenticator, ...parts }: LiveParts, opened: AsyncDisposableStack): Promise<LiveService> {
  const live = new LiveService({
    ...parts,
    feeds: new FeedsRepo(db),
    presence: new PresenceRepo(db),
    drawing: new DrawingRepo(db),
    readers: new ReadersRepo(db),
    actorsOf: (credentials) => authenticator.actorsOf(credentials),
  });
  await live.start();
  opened.defer(() => live.close());
  return live;
}
