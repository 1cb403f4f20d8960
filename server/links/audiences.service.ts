import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { linkNotFound } from '#server/errors.ts';
import type { Audience } from '#shared/audiences.ts';
import type { AudienceRow, AudiencesRepo } from './audiences.repo.ts';
import { newCode, readCode } from './audience-codes.ts';
import { serializeAudience } from './audiences.serializer.ts';
import type { LinkTokens } from './link-tokens.ts';

interface Dependencies {
  readonly repo: AudiencesRepo;
  readonly decks: DecksService;
  readonly tokens: LinkTokens;
  readonly baseUrl: string;
}

/** Which links of a deck are open for the audience of a talk. For those who may edit the deck, as links are. */
export class AudiencesService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN */
  async list(actor: Actor, deckId: string): Promise<{ items: Audience[] }> {
    const { decks, repo } = this.#dependencies;
    const rows = await repo.list(await decks.changeable(actor, deckId));
    return { items: rows.map((row) => this.#show(row)) };
  }

  /**
   * Visitors of the link follow the actor's talk on the deck from now on, and wait for it before it begins.
   *
   * @throws AppError DECK_NOT_FOUND, FORBIDDEN, LINK_NOT_FOUND
   */
  async open(actor: Actor, deckId: string, linkId: string, beginsAt: Date | null): Promise<Audience> {
    const { decks, repo } = this.#dependencies;
    const row = await repo.open(await decks.changeable(actor, deckId), linkId, newCode(), beginsAt);
    if (row === null) throw linkNotFound();
    return this.#show(row);
  }

  /** Visitors of the link do not follow talks any more. @throws AppError DECK_NOT_FOUND, FORBIDDEN, LINK_NOT_FOUND */
  async close(actor: Actor, deckId: string, linkId: string): Promise<void> {
    const { decks, repo } = this.#dependencies;
    if (!(await repo.close(await decks.changeable(actor, deckId), linkId))) throw linkNotFound();
  }

  /** The token of the link with this short address; null if there is none, or it is not open for an audience any more. */
  async tokenFor(typed: string): Promise<string | null> {
    const { repo, tokens } = this.#dependencies;
    const code = readCode(typed);
    const linkId = code === null ? null : await repo.linkWith(code);
    return linkId === null ? null : tokens.tokenOf(linkId);
  }

  #show(row: AudienceRow): Audience {
    const { tokens, baseUrl } = this.#dependencies;
    return serializeAudience(row, `${baseUrl}/s/${tokens.tokenOf(row.linkId)}`, baseUrl);
  }
}
