import { may } from '#server/access/rule.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { validationFailed } from '#server/errors.ts';
import type { DeckNetwork, DeckSettingsChange, DeckTrust, DeckTrustAnswer } from '#shared/playback.ts';
import { type DeckContentPolicy, isGrantable, policyOf, type TrustAnswer } from './deck-content-policy.ts';
import type { PlaybackOrigins } from './playback-origins.ts';
import type { TrustRepo } from './trust.repo.ts';

interface Dependencies {
  readonly repo: TrustRepo;
  readonly decks: DecksService;
  readonly network: DeckNetwork;
  readonly origins: PlaybackOrigins;
  readonly revocations: Pick<Revocations, 'announce'>;
}

interface Target {
  readonly id: string;
  readonly versionId?: string | undefined;
}

/**
 * What decks may do. Answers of users are stored per user and package; decisions for everyone are stored per deck and replace the
 * users' answers about hosts. Both determine the policy of the deck.
 */
export class TrustService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws AppError DECK_NOT_FOUND or VERSION_NOT_FOUND */
  async of(actor: Actor, target: Target): Promise<DeckTrust> {
    const { repo, network, origins } = this.#dependencies;
    const { deck, version } = await this.#opened(actor, target);
    const [answer, requires, settings] = await Promise.all([
      repo.find(actor.userId, version.fingerprint),
      repo.requiredBy(version.id),
      repo.settings(deck.id),
    ]);
    return {
      network,
      hosts: settings.hosts ?? answer?.hosts ?? [],
      isSettled: settings.hosts !== null,
      maySettle: may(actor, 'edit', deck),
      slideSelector: settings.slideSelector,
      requires: requires.filter((capability) => isGrantable(capability, origins.isSeparate)),
      granted: answer?.capabilities ?? null,
      sharedOrigin: origins.isSeparate && !origins.isPerDeck,
      sandbox: this.policyOf(answer, settings.hosts).sandbox,
    };
  }

  /**
   * Stores the viewer's answer. Addresses issued under the previous answer are revoked at once, on all instances.
   *
   * @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND, or VALIDATION_FAILED for a host of our own
   */
  async answer(actor: Actor, { hosts, capabilities, ...target }: DeckTrustAnswer): Promise<DeckTrust> {
    const { repo, revocations } = this.#dependencies;
    const { deck, version } = await this.#opened(actor, target);
    this.#refuseOwn(hosts);
    const granted = capabilities && (await repo.requiredBy(version.id)).filter((each) => capabilities.includes(each));
    await repo.keep(deck, version.fingerprint, { ...(hosts && { hosts }), ...(granted && { capabilities: granted }) });
    await revocations.announce();
    return this.of(actor, target);
  }

  /**
   * Decides for everyone who opens the deck, in all its versions. Addresses issued before are revoked at once, on all instances,
   * if the hosts change.
   *
   * @throws AppError DECK_NOT_FOUND, FORBIDDEN, VERSION_NOT_FOUND, or VALIDATION_FAILED for a host of our own
   */
  async settle(actor: Actor, { hosts, slideSelector, ...target }: DeckSettingsChange): Promise<DeckTrust> {
    const { repo, decks, revocations } = this.#dependencies;
    const deck = await decks.changeable(actor, target.id);
    this.#refuseOwn(hosts ?? []);
    await repo.settle(deck, { ...(hosts !== undefined && { hosts }), ...(slideSelector !== undefined && { slideSelector }) });
    if (hosts !== undefined) await revocations.announce();
    return this.of(actor, target);
  }

  /** The policy of a deck for this actor. API keys have no trust answer; what applies to everyone applies to them, too. */
  async policyFor({ credential, userId }: Actor, deckId: string, fingerprint: string): Promise<DeckContentPolicy> {
    const { repo } = this.#dependencies;
    const answer = credential.kind === 'key' ? null : repo.find(userId, fingerprint);
    const { hosts } = await repo.settings(deckId);
    return this.policyOf(await answer, hosts);
  }

  /** The policy of a deck for people who cannot be asked: only what an editor has allowed for everyone applies. */
  async policyForAll(deckId: string): Promise<DeckContentPolicy> {
    const { hosts } = await this.#dependencies.repo.settings(deckId);
    return this.policyOf(null, hosts);
  }

  /** @param answer null: the user has not answered @param settled null: each viewer decides about hosts */
  policyOf(answer: TrustAnswer | null, settled: readonly string[] | null): DeckContentPolicy {
    const { network, origins } = this.#dependencies;
    return policyOf(answer, settled, { network, isSeparate: origins.isSeparate });
  }

  #refuseOwn(hosts: readonly string[] = []): void {
    if (hosts.some((host) => this.#dependencies.origins.isOwn(host)))
      throw validationFailed([{ path: 'hosts', message: 'This field must not contain an address of this service.' }]);
  }

  async #opened(actor: Actor, { id, versionId }: Target) {
    const { decks } = this.#dependencies;
    const deck = await decks.readable(actor, id);
    return { deck, version: await decks.version(deck, versionId) };
  }
}
