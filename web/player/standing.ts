import type { Place } from '#shared/place.ts';
import type { Direction, InnerPosition, PlayerMessage } from '#web/protocol/messages.ts';
import { runOf, type Slides } from './slide-runs.ts';

/** What of a deck matters for moving about in it. */
export interface DeckShape {
  readonly slides: Slides;
  /** Whether it brings its own way of moving. */
  readonly ownRuntime: boolean;
}

/** Where to go inside a document; without a step, as its runtime likes. `end`: where somebody going forward would leave it. */
type Wanted = { readonly index: number; readonly step?: number } | 'end';

/** Where somebody stands in a deck, as far as it is known. */
export interface Standing {
  readonly slideIndex: number;
  /** What the document on the stage last said of itself: null, it has nothing inside; undefined, it has not spoken yet. */
  readonly report: InnerPosition | null | undefined;
  /** Asked for, and not reached yet. */
  readonly wanted: Wanted | null;
  /** Whether the document has been asked for it. */
  readonly asked: boolean;
}

export type Move =
  | { is: 'step'; direction: Direction; skip: boolean }
  /** On to the next document, whatever is left inside this one. */
  | { is: 'turn'; direction: Direction }
  /** To what people call the slide of this number, here from 0. */
  | { is: 'goTo'; current: number }
  | { is: 'goToPlace'; place: Place }
  /** The document on the stage is being loaded anew. */
  | { is: 'reopened' }
  /** The document that begins at slide `start` has said where it stands. */
  | { is: 'reported'; start: number; position: InnerPosition | null }
  /** What was asked of the document has not come about. */
  | { is: 'gaveUp' };

/** Where one stands now, and what is to be said to the document on the stage. */
type Outcome = readonly [Standing, PlayerMessage | null];

/** More steps than any slide has: all of them. */
const ALL_STEPS = 100_000;

export function standingAt(deck: DeckShape, { slideIndex, inner }: Place): Standing {
  return { slideIndex: withinCount(slideIndex, deck.slides.length), report: undefined, wanted: inner, asked: false };
}

export function moved(deck: DeckShape, standing: Standing, move: Move): Outcome {
  switch (move.is) {
    case 'step':
      return stepped(deck, standing, move.direction, move.skip);
    case 'turn':
      return turned(deck, standing, move.direction);
    case 'goTo':
      return goneTo(deck, standing, move.current);
    case 'goToPlace':
      return arrivedAt(deck, standing, move.place);
    case 'reopened':
      return [opened(standing.slideIndex, innerPlace(standing)), null];
    case 'reported':
      return move.start === runOf(deck.slides, standing.slideIndex).start
        ? heard(deck, standing, move.position)
        : [standing, null];
    case 'gaveUp':
      return [followed(deck, { ...standing, wanted: null, asked: false }), null];
  }
}

/** The place inside the document: the one asked for, until it is reached or given up. */
export function innerPlace({ report, wanted }: Standing): Place['inner'] {
  if (wanted !== null && wanted !== 'end') return { index: wanted.index, step: wanted.step ?? 0 };
  return report == null ? null : { index: report.index, step: report.step };
}

/** Slides as people count them: those of the package, or those inside a deck that is one document. */
export function countOf(deck: DeckShape, standing: Standing): { current: number; count: number; counted: boolean } {
  const { report, slideIndex } = standing;
  const inner = isOneDocument(deck) ? innerPlace(standing) : null;
  if (inner !== null && report != null) return { current: inner.index, count: report.count, counted: true };
  const current = inner?.index ?? slideIndex;
  const counted = report === null ? inner === null : !deck.ownRuntime;
  return { current, count: Math.max(deck.slides.length, current + 1), counted };
}

export function canStep(deck: DeckShape, { slideIndex, report }: Standing, direction: Direction): boolean {
  const isThereMore = direction === 'next' ? slideIndex < deck.slides.length - 1 : slideIndex > 0;
  const isThereInside = direction === 'next' ? report?.canNext : report?.canPrevious;
  return isThereMore || (isThereInside ?? deck.ownRuntime);
}

/** Whether the deck moves by itself in ways that it tells nobody. */
export function isUnknownRuntime(deck: DeckShape, { report }: Standing): boolean {
  return deck.ownRuntime && report == null;
}

export function isOneDocument({ slides }: DeckShape): boolean {
  return runOf(slides, 0).length === slides.length;
}

function stepped(deck: DeckShape, standing: Standing, direction: Direction, skip: boolean): Outcome {
  const unknown = isUnknownRuntime(deck, standing);
  // Where it will be, nobody knows before it has spoken.
  if (unknown && standing.wanted !== null) return [standing, null];
  const canStepInside = direction === 'next' ? standing.report?.canNext : standing.report?.canPrevious;
  if (!(canStepInside ?? unknown)) return turned(deck, standing, direction);
  // From where it stands, not from where it was last asked to go.
  return [
    { ...standing, wanted: null, asked: false },
    { lectern: 'step', direction, skip, byKeys: unknown },
  ];
}

function turned(deck: DeckShape, standing: Standing, direction: Direction): Outcome {
  const run = runOf(deck.slides, standing.slideIndex);
  const target = direction === 'next' ? run.start + run.length : run.start - 1;
  if (target < 0 || target >= deck.slides.length) return [standing, null];
  // Going back leads to the end of the slide before, where somebody going forward would have come from.
  return [opened(target, direction === 'next' ? null : 'end'), null];
}

function goneTo(deck: DeckShape, standing: Standing, current: number): Outcome {
  const { slides } = deck;
  if (isOneDocument(deck) && (deck.ownRuntime || standing.report != null)) {
    // Nobody knows how to make this one go anywhere.
    if (standing.report === null && standing.wanted === null) return [standing, null];
    const index = withinCount(current, standing.report?.count ?? ALL_STEPS);
    return goneInside(deck, standing, { index });
  }
  const target = withinCount(current, slides.length);
  const { start, length } = runOf(slides, target);
  const wanted = length > 1 ? { index: target - start } : null;
  if (start !== runOf(slides, standing.slideIndex).start) return [opened(target, wanted), null];
  return wanted === null ? [standing, null] : goneInside(deck, standing, wanted);
}

function arrivedAt(deck: DeckShape, standing: Standing, place: Place): Outcome {
  const target = withinCount(place.slideIndex, deck.slides.length);
  if (runOf(deck.slides, target).start !== runOf(deck.slides, standing.slideIndex).start) {
    return [opened(target, place.inner), null];
  }
  return place.inner === null ? [standing, null] : goneInside(deck, standing, place.inner);
}

function opened(slideIndex: number, wanted: Wanted | null): Standing {
  return { slideIndex, report: undefined, wanted, asked: false };
}

/** Within the document that is on the stage. One that has not spoken yet is asked when it does. */
function goneInside(deck: DeckShape, standing: Standing, wanted: { index: number; step?: number }): Outcome {
  const { report } = standing;
  if (report === null && !deck.ownRuntime) return [standing, null];
  if (report != null && isReached(report, wanted)) {
    return [followed(deck, { ...standing, wanted: null, asked: false }), null];
  }
  const next = followed(deck, { ...standing, wanted, asked: report != null });
  return [next, report == null ? null : { lectern: 'go', ...wanted }];
}

function heard(deck: DeckShape, standing: Standing, report: InnerPosition | null): Outcome {
  const { wanted, asked } = standing;
  // A runtime that has only just been loaded has nothing to say yet.
  if (report === null && wanted !== null && deck.ownRuntime) return [{ ...standing, report }, null];
  if (report === null || wanted === null) return [followed(deck, { ...standing, report, wanted: null, asked: false }), null];
  const target =
    wanted === 'end'
      ? { index: report.count - 1, step: ALL_STEPS }
      : { ...wanted, index: withinCount(wanted.index, report.count) };
  const reached = asked ? report.index === target.index : isReached(report, target);
  if (reached) return [followed(deck, { ...standing, report, wanted: null, asked: false }), null];
  return [followed(deck, { ...standing, report, wanted: target, asked: true }), asked ? null : { lectern: 'go', ...target }];
}

function isReached(report: InnerPosition, { index, step }: { index: number; step?: number }): boolean {
  return report.index === index && (step === undefined || report.step === step || (step > report.step && !report.canNext));
}

/** Several slides of the package in one document: which of them it is, the document says. */
function followed(deck: DeckShape, standing: Standing): Standing {
  const run = runOf(deck.slides, standing.slideIndex);
  const inner = innerPlace(standing);
  if (run.length === 1 || inner === null) return standing;
  return { ...standing, slideIndex: run.start + Math.min(inner.index, run.length - 1) };
}

function withinCount(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
