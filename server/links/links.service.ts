import { randomUUID } from 'node:crypto';
import type { Actor } from '#server/auth/actor.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { linkNotFound, validationFailed } from '#server/errors.ts';
import type { Page, PageRequest } from '#server/pagination.ts';
import type { Link, LinkWish } from '#shared/links.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { LinkChanges, LinkRow, LinksRepo } from './links.repo.ts';
import { serializeLink } from './links.serializer.ts';

interface Dependencies {
  readonly repo: LinksRepo;
  readonly decks: DecksService;
  readonly tokens: LinkTokens;
  readonly revocations: Pick<Revocations, 'announce'>;
  /** Runs work when it has its turn to compute a password hash, as for signing in. @throws AppError UNAVAILABLE */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly baseUrl: string;
}

/**
 * Links to decks, for everyone who may edit the deck. A link belongs to its deck: it goes on when the person who created it loses
 * their rights, and those who may edit the deck see and end it.
 */
export class LinksService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN */
  async list(actor: Actor, deckId: string, page: PageRequest): Promise<Page<Link>> {
    const { decks, repo } = this.#dependencies;
    const { items, nextCursor } = await repo.list(await decks.changeable(actor, deckId), page);
    return { items: items.map((row) => this.#show(row)), nextCursor };
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN, LINK_NOT_FOUND */
  async get(actor: Actor, deckId: string, linkId: string): Promise<Link> {
    const { decks, repo } = this.#dependencies;
    const row = await repo.find(await decks.changeable(actor, deckId), linkId);
    if (row === null) throw linkNotFound();
    return this.#show(row);
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN, VERSION_NOT_FOUND, LIMIT_REACHED, VALIDATION_FAILED, UNAVAILABLE */
  async create(actor: Actor, deckId: string, wish: LinkWish): Promise<Link> {
    const { decks, repo } = this.#dependencies;
    const deck = await decks.changeable(actor, deckId);
    return this.#show(await repo.insert(deck, { id: randomUUID(), ...(await this.#changesOf(wish)) }));
  }

  /** Takes effect at once, on all instances. @throws AppError as `create`, without LIMIT_REACHED; LINK_NOT_FOUND */
  async update(actor: Actor, deckId: string, linkId: string, wish: LinkWish): Promise<Link> {
    const { decks, repo, revocations } = this.#dependencies;
    const deck = await decks.changeable(actor, deckId);
    // A password for no link would cost a hash.
    if ((await repo.find(deck, linkId)) === null) throw linkNotFound();
    const row = await repo.update(deck, linkId, await this.#changesOf(wish));
    if (row === null) throw linkNotFound();
    await revocations.announce();
    return this.#show(row);
  }

  /** Ends everything that was opened with the link, on all instances. @throws AppError DECK_NOT_FOUND, FORBIDDEN, LINK_NOT_FOUND */
  async remove(actor: Actor, deckId: string, linkId: string): Promise<void> {
    const { decks, repo, revocations } = this.#dependencies;
    if (!(await repo.remove(await decks.changeable(actor, deckId), linkId))) throw linkNotFound();
    await revocations.announce();
  }

  /** @throws AppError VALIDATION_FAILED, UNAVAILABLE */
  async #changesOf({ password, expiresAt, ...fields }: LinkWish): Promise<LinkChanges> {
    if (expiresAt != null && expiresAt.getTime() <= Date.now())
      throw validationFailed([{ path: 'expiresAt', message: 'This field must be an instant in the future.' }]);
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) satisfies LinkChanges;
    return {
      ...given,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(password !== undefined && { passwordHash: await this.#hashOf(password) }),
    };
  }

  async #hashOf(password: string | null): Promise<string | null> {
    return password === null ? null : this.#dependencies.inTurn(() => hashPassword(password));
  }

  #show(row: LinkRow): Link {
    const { tokens, baseUrl } = this.#dependencies;
    return serializeLink(row, `${baseUrl}/s/${tokens.tokenOf(row.id)}`);
  }
}
