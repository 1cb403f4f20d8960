import type { Transaction } from '#server/db/connect.ts';
import { compareSlides, summarize } from './compare-slides.ts';
import type { ComparedRow, ComparisonRepo } from './comparison.repo.ts';

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
      const isSamePackage = before.fingerprint === fingerprint;
      const read = (listed: readonly ComparedRow[]) => repo.shownBy(listed, tx);
      await repo.record(tx, id, summarize(await compareSlides(from, to, { isSamePackage, read, textMax: 0 })));
    }
  };
}

/** Whether a slide, and so its version, is as people see it. */
export function isRendered({ title }: { readonly title: string | null }): boolean {
  return title !== null;
}
