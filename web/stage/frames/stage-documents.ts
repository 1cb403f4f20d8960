import { neighbours, runOf, type SlideFiles } from '#web/stage/position/slide-runs.ts';

/** A document with its own frame, identified by `key`. */
export interface StageDocument {
  readonly key: string;
  /** Index of its first slide. */
  readonly start: number;
}

export interface StageDocuments {
  readonly current: StageDocument;
  /** Neighbours to load ahead, in loading order. */
  readonly near: readonly StageDocument[];
}

interface Visit {
  readonly slides: SlideFiles;
  /** The requested slide. */
  readonly index: number;
  /** Anything else that requires a new document: its address and sandbox. */
  readonly variant: string;
  /** How often each document was left, by its first slide. A document that is shown again is loaded afresh. */
  readonly left: ReadonlyMap<number, number>;
}

/** The document of the current slide and the neighbours to load ahead. */
export function documentsAt({ slides, index, variant, left }: Visit): StageDocuments {
  const documentOf = (start: number): StageDocument => ({ key: `${start} ${left.get(start) ?? 0} ${variant}`, start });
  return { current: documentOf(runOf(slides, index).start), near: neighbours(slides, index).map(documentOf) };
}

/** The index of the first slide of a document, from its key. */
export function startOf(key: string): number {
  return Number.parseInt(key, 10);
}

/**
 * The documents that should have a frame now: the current one, the one still visible, and, once the current one is visible, its
 * neighbours one after the other. In slide order, because moving an iframe in the DOM reloads it.
 */
export function framed(
  { current, near }: StageDocuments,
  shown: string | null,
  loaded: ReadonlySet<string>,
): readonly StageDocument[] {
  const kept = [current];
  if (shown !== null && shown !== current.key) kept.push({ key: shown, start: startOf(shown) });
  const firstMissing = near.findIndex(({ key }) => !loaded.has(key));
  const isQuiet = shown === current.key;
  const wanted = firstMissing < 0 ? near : near.slice(0, firstMissing + (isQuiet ? 1 : 0));
  for (const neighbour of wanted) if (neighbour.key !== shown) kept.push(neighbour);
  return kept.toSorted((a, b) => a.start - b.start);
}
