import { type Changes, type FeedSource, type Range, reachedBy } from '#server/feed/feed-source.ts';
import type { SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import { innerOf, serializeNote } from './notes.serializer.ts';

/** The changes of notes in the feed of a deck. */
export class NotesFeed implements FeedSource {
  readonly part = 'notes';
  readonly #repo: SlideStateRepo;

  constructor(repo: SlideStateRepo) {
    this.#repo = repo;
  }

  async changesSince(deckId: string, range: Range, limit: number): Promise<Changes> {
    const changes = await this.#repo.changesSince(deckId, range, limit);
    const events = changes.map((change) => ({
      kind: 'note' as const,
      deckId,
      seq: change.seq,
      versionId: change.versionId,
      slideIndex: change.slideIndex,
      inner: innerOf(change),
      note: change.state && serializeNote(deckId, change.state),
    }));
    return { events, reached: reachedBy(changes, range, limit) };
  }
}
