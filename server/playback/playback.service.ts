import { createHmac } from 'node:crypto';
import { type EntryRecord, MANIFEST_PATH, requiredSandboxTokens } from 'deck-format';
import { LRUCache } from 'lru-cache';
import type { Actor, Credential } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { hashSecretToken } from '#server/auth/secret-token.ts';
import type { Config } from '#server/config.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import type { Playback } from '#shared/playback.ts';
import { CapabilityCheck } from './capability-check.ts';
import { boundTo, type Client } from './client-binding.ts';
import type { DeckContentPolicy } from './deck-content-policy.ts';
import { OpenedVersion } from './opened-version.ts';
import { baseUrlOf, type PlaybackOrigins } from './playback-origins.ts';
import type { LivingGrant, PlaybackRepo, PlayedLink } from './playback.repo.ts';
import type { TrustService } from './trust.service.ts';

/** Counted from the player's last request for the address. */
const GRANT_HOURS = 12;
/** The renderer gives up a deck long before. */
const JOB_GRANT_MINUTES = 60;
/** Pictures that were asked for are given up after a minute. */
const PICTURES_GRANT_MINUTES = 2;
/** Package indexes with this many entries in total are kept in memory, about 20 MB. */
const CACHED_RECORDS = 100_000;

/** One entry of a package. */
export interface FoundEntry {
  readonly versionId: string;
  readonly blobKey: string;
  readonly entry: EntryRecord;
  readonly isSlide: boolean;
}

/** An entry that a token opens, with the content policy of the token's address. */
export interface PlayableEntry extends FoundEntry {
  readonly policy: string;
}

/** What a request asks for. */
interface Address {
  readonly token: string;
  readonly path: string;
  /** Our origin that the request was sent to. */
  readonly origin: string;
  /** The client that sent the request. */
  readonly client: Client;
}

/** Where a request for an address comes from. */
interface AskedFrom {
  /** Our origin that the request was sent to. */
  readonly origin: string;
  readonly client: Client;
}

/** Work of the renderer on a version: a render job, or pictures that were asked for. */
interface RendererWork {
  readonly id: string;
  readonly versionId: string;
}

interface WithThumbnail {
  readonly id: string;
  readonly blobKey: string;
  readonly hasThumbnail: boolean;
}

interface PackageIndex {
  readonly entries: ReadonlyMap<string, EntryRecord>;
  readonly slideFiles: ReadonlySet<string>;
  readonly thumbnail: string | null;
}

interface Dependencies {
  readonly repo: PlaybackRepo;
  readonly decks: DecksService;
  readonly trust: Pick<TrustService, 'policyFor' | 'policyForAll' | 'policyOf'>;
  readonly origins: Pick<PlaybackOrigins, 'of' | 'renderer'>;
  readonly secret: string;
  readonly binding: Config['playback']['binding'];
  readonly revocations: Pick<Revocations, 'onRevoked'>;
}

/** Capability addresses: who may have one, and what it opens. */
export class PlaybackService {
  readonly #dependencies: Dependencies;
  /** A version's package never changes, so nothing here can be out of date. */
  readonly #indexes = new LRUCache<string, PackageIndex>({
    maxSize: CACHED_RECORDS,
    sizeCalculation: ({ entries }) => entries.size + 1,
  });

  readonly #capabilities: CapabilityCheck;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#capabilities = new CapabilityCheck((token) => this.#resolve(token));
    dependencies.revocations.onRevoked(() => this.#capabilities.forget());
  }

  /**
   * Returns the address of a version for the actor's session or key. Asking again extends the same address, so that cached files
   * and a running video stay valid. The address changes when the viewer's trust in the deck changes. Only clients that have asked
   * for an address can use it.
   *
   * @param from `origin`: the application's origin that was used; `client`: who asks
   * @throws AppError DECK_NOT_FOUND or VERSION_NOT_FOUND
   */
  async grantAddress(actor: Actor, wish: { id: string; versionId?: string | undefined }, from: AskedFrom): Promise<Playback> {
    const { decks, repo, trust, origins } = this.#dependencies;
    const deck = await decks.readable(actor, wish.id);
    const version = await decks.version(deck, wish.versionId);
    const token = this.#tokenOf(actor.credential, version.id, await trust.policyFor(actor, deck.id, version.fingerprint));
    const expiresAt = new Date(Date.now() + GRANT_HOURS * 60 * 60 * 1000);
    const tokenHash = hashSecretToken(token);
    const client = boundTo(actor.credential, from.client);
    await repo.grant(deck, { tokenHash, versionId: version.id, ...columnsOf(actor.credential), expiresAt, client });
    this.#capabilities.forgetToken(token);
    return { baseUrl: baseUrlOf(origins.of(deck.id) ?? from.origin, token), expiresAt: expiresAt.toISOString() };
  }

  /**
   * Returns the address of the version that a link shows, for the client that asks. Asking again extends the same address. It ends with
   * the link, and with its password. Nobody is asked what the deck may load: only what an editor has allowed for everyone applies.
   *
   * @returns null if the link has ended, or shows another version by now
   */
  async grantToLink(link: PlayedLink & { readonly expiresAt: Date | null }, from: AskedFrom): Promise<Playback | null> {
    const { repo, trust, origins } = this.#dependencies;
    const client = boundTo({ kind: 'session' }, from.client);
    const holder = linkHolder(link.id, link.passwordHash, client);
    const token = this.#tokenOf(holder, link.versionId, await trust.policyForAll(link.deckId));
    const latest = Date.now() + GRANT_HOURS * 60 * 60 * 1000;
    const expiresAt = new Date(Math.min(latest, link.expiresAt?.getTime() ?? latest));
    const isGranted = await repo.grantToLink(link, { tokenHash: hashSecretToken(token), expiresAt, clients: [client] });
    this.#capabilities.forgetToken(token);
    if (!isGranted) return null;
    return { baseUrl: baseUrlOf(origins.of(link.deckId) ?? from.origin, token), expiresAt: expiresAt.toISOString() };
  }

  /**
   * Returns the address of a version for a render job. It works until the job ends, in the renderer's network, at the renderer's origin.
   * It loads nothing from other hosts, whatever users have allowed.
   *
   * @param clients the networks of the renderer (`Client.network`)
   * @returns null if the deck is in the trash or gone, or the job has ended
   */
  async grantToJob(job: RendererWork, clients: string[]): Promise<string | null> {
    const { repo } = this.#dependencies;
    const token = this.#tokenOf({ kind: 'job', id: job.id }, job.versionId, JOB_POLICY);
    const isGranted = await repo.grantToJob({ ...grantOf(token, JOB_GRANT_MINUTES, clients), jobId: job.id });
    return this.#rendererAddress(token, isGranted);
  }

  /** Call this when a render job has ended. Other instances may serve its address for five more seconds. */
  forgetJob({ id, versionId }: RendererWork): void {
    this.#capabilities.forgetToken(this.#tokenOf({ kind: 'job', id }, versionId, JOB_POLICY));
  }

  /**
   * The same for pictures that were asked for. The address works until `endPictures`, at most two minutes.
   *
   * @returns null if the deck is in the trash or gone
   */
  async grantToPictures({ id, versionId }: RendererWork, clients: string[]): Promise<string | null> {
    const { repo } = this.#dependencies;
    const token = this.#tokenOf({ kind: 'pictures', id }, versionId, JOB_POLICY);
    const grant = { ...grantOf(token, PICTURES_GRANT_MINUTES, clients), picturesId: id, versionId };
    return this.#rendererAddress(token, await repo.grantToPictures(grant));
  }

  /** Ends the address. Other instances may serve it for five more seconds. */
  async endPictures({ id, versionId }: RendererWork): Promise<void> {
    const token = this.#tokenOf({ kind: 'pictures', id }, versionId, JOB_POLICY);
    await this.#dependencies.repo.removeGrant(hashSecretToken(token));
    this.#capabilities.forgetToken(token);
  }

  #rendererAddress(token: string, isGranted: boolean): string | null {
    const { origins } = this.#dependencies;
    this.#capabilities.forgetToken(token);
    return isGranted && origins.renderer !== null ? baseUrlOf(origins.renderer, token) : null;
  }

  /**
   * The entry at a package path under a token; null when there is no such entry, or the token is not valid, not at this origin,
   * or not for this client. Tries the exact name, then its NFC form and its NFD form (archives made on a Mac).
   */
  async find(address: Address): Promise<PlayableEntry | null> {
    const opened = await this.#capabilities.check(address.token, address.client);
    const index = opened && (await this.#index(opened.versionId));
    return opened && index && entryAt(opened, index, address);
  }

  /** Like `find`, but synchronous; null when it would need the database. */
  findInMemory(address: Address): PlayableEntry | null {
    const opened = this.#capabilities.known(address.token, address.client);
    const index = opened && this.#indexes.get(opened.versionId);
    return opened && index ? entryAt(opened, index, address) : null;
  }

  /**
   * The package's picture of its first slide; null if there is none.
   *
   * @throws AppError DECK_NOT_FOUND
   */
  async thumbnail(actor: Actor, deckId: string): Promise<FoundEntry | null> {
    const { decks } = this.#dependencies;
    const deck = await decks.readable(actor, deckId);
    return deck.hasThumbnail ? this.thumbnailOf(await decks.version(deck)) : null;
  }

  /** The same for a version that the caller has found. */
  async thumbnailOf({ id, blobKey, hasThumbnail }: WithThumbnail): Promise<FoundEntry | null> {
    const index = hasThumbnail ? await this.#index(id) : null;
    const entry = index?.entries.get(index.thumbnail ?? '');
    return entry === undefined ? null : { versionId: id, blobKey, entry, isSlide: false };
  }

  /**
   * The token is derived, not stored: read access to the database opens nothing. The policy is part of it, so everything that a
   * browser has cached from one address had the same policy.
   */
  #tokenOf({ kind, id }: CredentialName, versionId: string, { hosts, sandbox }: DeckContentPolicy): string {
    const policy = JSON.stringify([hosts, sandbox]);
    return createHmac('sha256', this.#dependencies.secret)
      .update(`playback:${kind}:${id}:${versionId}:${policy}`)
      .digest('base64url');
  }

  /**
   * A token is valid only if it is the one that would be issued now. A token issued under an earlier trust answer opens nothing.
   */
  async #resolve(token: string): Promise<OpenedVersion | null> {
    const { repo, trust, origins, binding } = this.#dependencies;
    const grant = await repo.resolve(hashSecretToken(token));
    if (grant === null) return null;
    const { deckId, versionId, blobKey } = grant;
    const isRenderer = grant.jobId !== null || grant.picturesId !== null;
    const policy = isRenderer ? JOB_POLICY : trust.policyOf(grant.answer, grant.settledHosts);
    if (this.#tokenOf(credentialOf(grant), versionId, policy) !== token) return null;
    const clients = binding === 'off' ? null : grant.clients;
    return new OpenedVersion({
      token,
      versionId,
      blobKey,
      origin: isRenderer ? origins.renderer : origins.of(deckId),
      policy,
      clients,
      expiresAt: grant.expiresAt,
      hidesManifest: grant.linkShowsNotes === false,
    });
  }

  async #index(versionId: string): Promise<PackageIndex | null> {
    const cached = this.#indexes.get(versionId);
    if (cached) return cached;
    const found = await this.#dependencies.repo.findPackage(versionId);
    if (found === null) return null;
    const index = {
      entries: new Map(found.entries.map((entry) => [entry.path, entry])),
      slideFiles: new Set(found.slideFiles),
      thumbnail: found.thumbnail,
    };
    this.#indexes.set(versionId, index);
    return index;
  }
}

function entryAt(opened: OpenedVersion, index: PackageIndex, { path, origin }: Address): PlayableEntry | null {
  const policy = opened.policyAt(origin);
  const { entries, slideFiles } = index;
  const entry = entries.get(path) ?? entries.get(path.normalize('NFC')) ?? entries.get(path.normalize('NFD'));
  if (policy === null || entry === undefined) return null;
  if (opened.hidesManifest && entry.path === MANIFEST_PATH) return null;
  return { versionId: opened.versionId, blobKey: opened.blobKey, policy, entry, isSlide: slideFiles.has(entry.path) };
}

/** Whom a token belongs to. */
interface CredentialName {
  readonly kind: Credential['kind'] | 'link' | 'job' | 'pictures';
  readonly id: string;
}

/** Without other hosts and without an origin. */
const JOB_POLICY: DeckContentPolicy = { hosts: [], sandbox: requiredSandboxTokens({}) };

function columnsOf({ kind, id }: Credential): { sessionId: string } | { keyId: string } {
  return kind === 'session' ? { sessionId: id } : { keyId: id };
}

/** Each client has an address of its own, because a link has any number of visitors. A new password makes new addresses. */
function linkHolder(linkId: string, passwordHash: string | null, client: string): CredentialName {
  return { kind: 'link', id: JSON.stringify([linkId, passwordHash, client]) };
}

/** A grant to the renderer, without its work. */
function grantOf(token: string, minutes: number, clients: string[]) {
  return { tokenHash: hashSecretToken(token), expiresAt: new Date(Date.now() + minutes * 60 * 1000), clients };
}

function credentialOf({ sessionId, keyId, linkId, linkPasswordHash, clients, jobId, picturesId }: LivingGrant): CredentialName {
  if (linkId !== null) return linkHolder(linkId, linkPasswordHash, clients[0] ?? '');
  if (jobId !== null) return { kind: 'job', id: jobId };
  if (picturesId !== null) return { kind: 'pictures', id: picturesId };
  return sessionId === null ? { kind: 'key', id: keyId ?? '' } : { kind: 'session', id: sessionId };
}
