import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { tagOf } from '#server/preconditions.ts';
import type { SlideState, SlideStateRepo, UnplacedState } from '#server/slides/slide-state.repo.ts';
import { stringifyVerbatim } from '#shared/json-text.ts';
import { MIB } from '#shared/limits.ts';
import type { InkOutlineRepo } from './ink-outline.repo.ts';

/** Records are read in portions of up to this size. A larger record is read alone: the ink of a slide can take 8 MiB. */
const PORTION_BYTES = MIB;

interface Dependencies {
  readonly states: SlideStateRepo;
  readonly outlines: InkOutlineRepo;
  /** What is shown of records. Records can be left out. */
  readonly serialize: (deckId: string, states: readonly SlideState[]) => Promise<object[]>;
}

/** A list that is read from the database while it is sent. */
export interface StreamedList {
  /** Its entity tag, without the quotes. */
  readonly tag: string;
  /** The approximate size of the largest portion that is read at a time. */
  readonly portionBytes: number;
  /** Its JSON text in pieces. It can be iterated only once. */
  readonly pieces: AsyncIterable<string>;
}

/**
 * All annotations of a deck as `{items, unplaced}`. The records are first listed without their content. The content is read while it
 * is sent, so that 31 MiB of drawings take no more memory than the largest portion.
 */
export async function annotationList(
  { states, outlines, serialize }: Dependencies,
  deck: Pick<ReadableDeck, 'id'>,
  versionId: string | undefined,
  withUnplaced = true,
): Promise<StreamedList> {
  const [placed, unplaced, inked] = await Promise.all([
    states.list(deck.id, { versionId, outline: true }),
    withUnplaced ? states.listUnplaced(deck.id, { versionId, outline: true }) : [],
    outlines.outline(deck.id),
  ]);
  const bytesOf = ({ slideKey, bytes }: SlideState) => bytes + (inked.get(slideKey)?.bytes ?? 0);
  const stamps = [...placed, ...unplaced].map((outline) => ({ ...outline, authors: inked.get(outline.slideKey)?.authors }));
  return {
    tag: tagOf(stamps),
    portionBytes: Math.max(PORTION_BYTES, ...[...placed, ...unplaced].map(bytesOf)),
    pieces: pieces(),
  };

  async function* pieces(): AsyncGenerator<string> {
    yield '{"items":[';
    yield* records(placed, (slideKeys) => states.list(deck.id, { versionId, slideKeys }), serialize);
    yield '],"unplaced":[';
    yield* records(unplaced, (slideKeys) => states.listUnplaced(deck.id, { versionId, slideKeys }), serializeUnplaced);
    yield ']}';
  }

  async function serializeUnplaced(deckId: string, found: readonly UnplacedState[]) {
    const shown = await serialize(deckId, found);
    return shown.map((record, at) => ({ ...record, versionId: found[at]?.versionId ?? '' }));
  }

  async function* records<State extends SlideState>(
    found: readonly SlideState[],
    read: (keys: readonly string[]) => Promise<State[]>,
    show: (deckId: string, states: readonly State[]) => Promise<object[]>,
  ): AsyncGenerator<string> {
    let isFirst = true;
    for (const portion of portionsOf(found, bytesOf)) {
      const shown = await show(deck.id, await read(portion.map(({ slideKey }) => slideKey)));
      for (const record of shown) {
        yield `${isFirst ? '' : ','}${stringifyVerbatim(record)}`;
        isFirst = false;
      }
    }
  }
}

/** Groups consecutive records into portions of up to `PORTION_BYTES`. A larger record is a portion of its own. */
function* portionsOf(outlines: readonly SlideState[], bytesOf: (outline: SlideState) => number): Generator<SlideState[]> {
  let portion: SlideState[] = [];
  let bytes = 0;
  for (const outline of outlines) {
    if (portion.length > 0 && bytes + bytesOf(outline) > PORTION_BYTES) {
      yield portion;
      [portion, bytes] = [[], 0];
    }
    portion.push(outline);
    bytes += bytesOf(outline);
  }
  if (portion.length > 0) yield portion;
}
