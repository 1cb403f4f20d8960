import { neighbours, runOf, type Slides } from './slide-runs.ts';

/** A document in a frame of its own, which `key` names. */
export interface StageDocument {
  readonly key: string;
  /** Index of its first slide. */
  readonly start: number;
}

export interface StageDocuments {
  readonly current: StageDocument;
  /** In the order in which they are to be loaded. */
  readonly near: readonly StageDocument[];
}

interface Visit {
  readonly slides: Slides;
  /** The slide that is asked for. */
  readonly index: number;
  /** Whatever else makes a document another one: its address, its rights. */
  readonly variant: string;
  /** How often each document has been left, by its first slide: what has run is not what comes back. */
  readonly left: ReadonlyMap<number, number>;
}

export function documentsAt({ slides, index, variant, left }: Visit): StageDocuments {
  const documentOf = (start: number): StageDocument => ({ key: `${start} ${left.get(start) ?? 0} ${variant}`, start });
  return { current: documentOf(runOf(slides, index).start), near: neighbours(slides, index).map(documentOf) };
}

export function startOf(key: string): number {
  return Number.parseInt(key, 10);
}

/**
 * Those that are to have a frame now: the current one, the one that is still seen, and, once the current one is seen, its
 * neighbours, one after the other. In the order of the slides, since a frame that is moved about in its page loads again.
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
