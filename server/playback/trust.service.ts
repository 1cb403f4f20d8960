import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { validationFailed } from '#server/errors.ts';
import type { DeckNetwork, DeckTrust, DeckTrustAnswer } from '#shared/playback.ts';
import { type DeckPolicy, isGrantable, policyOf, type TrustAnswer } from './deck-policy.ts';
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

/** What users allow decks to do. Answers are stored per user and package, and determine the policy of the deck. */
export class TrustService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws AppError DECK_NOT_FOUND or VERSION_NOT_FOUND */
  async of(actor: Actor, target: Target): Promise<DeckTrust> {
    const { repo, network, origins } = this.#dependencies;
    const { id: versionId, fingerprint } = (await this.#opened(actor, target)).version;
    const [answer, requires] = await Promise.all([repo.find(actor.userId, fingerprint), repo.requiredBy(versionId)]);
    return {
      network,
      hosts: answer?.hosts ?? [],
      requires: requires.filter((capability) => isGrantable(capability, origins.isSeparate)),
      granted: answer?.capabilities ?? null,
      sharedOrigin: origins.isSeparate && !origins.isPerDeck,
      sandbox: this.policyOf(answer).sandbox,
    };
  }

  /**
   * Stores the viewer's answer. Addresses issued under the previous answer are revoked at once, on all instances.
   *
   * @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND, or VALIDATION_FAILED for a host of our own
   */
  async answer(actor: Actor, { hosts, capabilities, ...target }: DeckTrustAnswer): Promise<DeckTrust> {
    const { repo, revocations, origins } = this.#dependencies;
    const { deck, version } = await this.#opened(actor, target);
    if (hosts?.some((host) => origins.isOwn(host))) {
      throw validationFailed([{ path: 'hosts', message: 'This field must not contain an address of this service.' }]);
    }
    const granted = capabilities && (await repo.requiredBy(version.id)).filter((each) => capabilities.includes(each));
    await repo.keep(deck, version.fingerprint, { ...(hosts && { hosts }), ...(granted && { capabilities: granted }) });
    await revocations.announce();
    return this.of(actor, target);
  }

  /** The policy of a deck for this actor. API keys have no trust answer. */
  async policyFor({ credential, userId }: Actor, fingerprint: string): Promise<DeckPolicy> {
    return this.policyOf(credential.kind === 'key' ? null : await this.#dependencies.repo.find(userId, fingerprint));
  }

  /** @param answer null: the user has not answered */
  policyOf(answer: TrustAnswer | null): DeckPolicy {
    const { network, origins } = this.#dependencies;
    return policyOf(answer, { network, isSeparate: origins.isSeparate });
  }

  async #opened(actor: Actor, { id, versionId }: Target) {
    const { decks } = this.#dependencies;
    const deck = await decks.readable(actor, id);
    return { deck, version: await decks.version(deck, versionId) };
  }
}
