import type { Transaction } from '#server/db/connect.ts';
import { compareSlides, summarize } from './compare-slides.ts';
import type { ComparisonRepo } from './comparison.repo.ts';

/**
 * Returns a function that records what a version has changed, once it has been rendered, and what the next one has, if that was rendered
 * earlier. It must run in a transaction that has locked the deck: of two versions that are rendered at the same time, one sees the other.
 */
export function recordChanges(repo: ComparisonRepo) {
  return async (tx: Transaction, version: { readonly deckId: string; readonly versionId: string }): Promise<void> => {
    const adjacent = await repo.adjacent(tx, version);
    if (adjacent.length < 2) return;
    const slides = await repo.slidesOf(
      adjacent.map(({ id }) => id),
      tx,
    );
    for (const [at, { id, fingerprint }] of adjacent.entries()) {
      const before = adjacent[at - 1];
      const [from, to] = [slides.get(before?.id ?? ''), slides.get(id)];
      if (before === undefined || !from?.some(isRendered) || !to?.some(isRendered)) continue;
      await repo.record(tx, id, summarize(await compareSlides(from, to, before.fingerprint === fingerprint)));
    }
  };
}

/** Whether a slide, and so its version, is as people see it. */
export function isRendered({ title }: { readonly title: string | null }): boolean {
  return title !== null;
}
