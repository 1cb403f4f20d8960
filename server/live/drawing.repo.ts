import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import type { Database } from '#server/db/connect.ts';
import { Broadcasts } from '#server/feed/broadcasts.ts';
import type { LiveDraw } from '#shared/live.ts';

/** Passes on strokes that are being drawn. They are not stored. */
export class DrawingRepo {
  readonly #db: Database;
  readonly #broadcasts: Broadcasts;

  constructor(db: Database) {
    this.#db = db;
    this.#broadcasts = new Broadcasts(db);
  }

  /**
   * Sends the stroke to everyone who watches the deck, under the right to draw. Does nothing if another version has become current,
   * or if the deck has no such slide.
   *
   * @throws AppError as `holdDeck`
   */
  async pass(deck: ReadableDeck, { versionId, slideIndex, clientId, stroke }: LiveDraw): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const { id: deckId, currentVersionId, slideCount, actor } = await holdDeck(tx, deck, 'share');
      if (versionId !== currentVersionId || slideIndex >= slideCount) return;
      const author = { id: actor.userId, name: actor.name };
      await this.#broadcasts.publish({ kind: 'drawing', deckId, versionId, slideIndex, clientId, author, stroke }, null, tx);
    });
  }
}
