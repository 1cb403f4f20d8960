import type { Actor } from '#server/auth/actor.ts';
import { serializeDeck } from '#server/decks/decks.serializer.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { decodeCursor, encodeCursor } from '#server/pagination.ts';
import type { SearchHit, SearchQuery, SearchResults } from '#shared/search.ts';
import { picturePath } from '#shared/slides.ts';
import { correctedQuery, likelyOf, queriesOf, suspectsOf, tsqueryWithVariants } from './misspellings.ts';
import { pairsQueryOf, type Term, termsOf, tsqueryOf } from './search-terms.ts';
import type { Candidate, SearchRepo, SearchScope } from './search.repo.ts';
import { snippetOf } from './snippet.ts';

/** Texts in which is looked for what people may have meant. */
const TEXTS_FOR_SUGGESTION = 30;

type Decks = Pick<DecksService, 'readable' | 'checkCollection'>;

/** The rules of searches. */
export class SearchService {
  readonly #repo: SearchRepo;
  readonly #decks: Decks;

  constructor(repo: SearchRepo, decks: Decks) {
    this.#repo = repo;
    this.#decks = decks;
  }

  /**
   * The best hits first, and of equal ones those in the decks that were changed last.
   *
   * @throws AppError DECK_NOT_FOUND, COLLECTION_NOT_FOUND, and VALIDATION_FAILED for a cursor of another search
   */
  async search(actor: Actor, { q, limit, cursor, ...scope }: SearchQuery): Promise<SearchResults> {
    const { deckId, ownerId, collection, updatedSince } = scope;
    const list = JSON.stringify(['search', q, deckId, ownerId, collection, updatedSince, scope.field]);
    const after = decodeCursor(list, cursor);
    if (deckId !== undefined) await this.#decks.readable(actor, deckId);
    if (collection !== undefined) await this.#decks.checkCollection(actor, collection);
    const terms = termsOf(q);
    const found = tsqueryOf(terms);
    if (found === null) return { items: [], nextCursor: null, suggestion: null };
    const exact = tsqueryOf(terms, { isExact: true }) ?? found;
    const ranked = (
      await this.#repo.candidates(actor, { found, exact, pairs: pairsQueryOf(terms), hasSeveralTerms: terms.length > 1 }, scope)
    ).toSorted((a, b) => compare(orderOf(a), orderOf(b)));
    const rest = after === null ? ranked : ranked.filter((candidate) => compare(orderOf(candidate), positionOf(after.key)) > 0);
    const page = rest.slice(0, limit);
    const entries = await this.#repo.entries(
      actor,
      page.map(({ id }) => id),
    );
    const items = page.flatMap(({ id }): SearchHit[] => {
      const entry = entries.get(id);
      if (entry === undefined) return [];
      const { deck, slideIndex, inner, field, content, hasPicture } = entry;
      const thumbnailUrl =
        hasPicture && slideIndex !== null ? picturePath(deck.id, deck.currentVersionId, { index: slideIndex, inner }) : null;
      return [{ deck: serializeDeck(deck, actor), slideIndex, inner, field, thumbnailUrl, snippet: snippetOf(content, terms) }];
    });
    const last = page.at(-1);
    const hasMore = rest.length > page.length && last !== undefined;
    return {
      items,
      nextCursor: hasMore ? encodeCursor(list, { key: orderOf(last).join(' '), id: String(last.id) }) : null,
      suggestion: ranked.length === 0 && after === null ? await this.#suggestion(actor, q, { terms, found }, scope) : null,
    };
  }

  /** The query without misspellings, if something is found then that the actor may read. */
  async #suggestion(
    actor: Actor,
    q: string,
    { terms, found }: { readonly terms: readonly Term[]; readonly found: string },
    scope: SearchScope,
  ): Promise<string | null> {
    const suspects = suspectsOf(terms);
    if (suspects.length === 0) return null;
    const chosen = likelyOf(suspects, await this.#repo.counts(actor, queriesOf(suspects), scope));
    if (chosen === null) return null;
    const query = {
      found: tsqueryWithVariants(terms, chosen),
      exact: found,
      pairs: pairsQueryOf(terms),
      // The whole words are those that nothing has.
      hasSeveralTerms: false,
    };
    const candidates = (await this.#repo.candidates(actor, query, scope)).toSorted((a, b) => compare(orderOf(a), orderOf(b)));
    const ids = candidates.slice(0, TEXTS_FOR_SUGGESTION).map(({ id }) => id);
    const entries = await this.#repo.entries(actor, ids);
    const texts = ids.flatMap((id) => entries.get(id)?.content ?? []);
    return correctedQuery(q, chosen, texts);
  }
}

/** Numbers by which hits are sorted, in ascending order. */
type Order = readonly [score: number, updatedAt: number, id: number];

function orderOf({ score, updatedAt, id }: Candidate): Order {
  return [-score, -updatedAt.getTime(), id];
}

/** A position in a cursor. A forged one gives another place in the list. */
function positionOf(key: string): Order {
  const [score = 0, updatedAt = 0, id = 0] = key.split(' ', 3).map((part) => Number(part) || 0);
  return [score, updatedAt, id];
}

function compare(a: Order, b: Order): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
