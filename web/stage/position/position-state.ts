import type { Place } from '#shared/place.ts';
import type { Direction, InnerPosition, PlayerMessage, PositionReport } from '#web/protocol/messages.ts';
import { type DeckShape, isOneDocument, runOf } from './slide-runs.ts';

/** A requested position inside a document; without `step` the runtime decides. `end`: the last step of the last slide. */
type Wanted = { readonly index: number; readonly step?: number } | 'end';

/** The known position in a deck. */
export interface PositionState {
  readonly slideIndex: number;
  /** The last report of the current document; null if it has no inner slides, undefined if it has not reported yet. */
  readonly report: InnerPosition | null | undefined;
  /** A requested position that is not reached yet. */
  readonly wanted: Wanted | null;
  /** `underway`: the document has reported since the request was sent, so its next settled report answers it. */
  readonly request: 'unsent' | 'sent' | 'underway';
  /** Whether a document that reports no position may do so soon. */
  readonly isStarting: boolean;
  /** Steps that were asked for while the document could not take them yet, the first one first. */
  readonly held: readonly Step[];
  /** The user has gone past the last step of the last slide. */
  readonly ended: boolean;
}

/** @param skip go to the next slide even if steps are left on this one */
type Step = { is: 'step'; direction: Direction; skip: boolean };

/** A change of the position, by the user, a talk or a report of the document. */
export type Move =
  | Step
  /** To the next or previous document, even if steps are left in this one. */
  | { is: 'turn'; direction: Direction }
  /** To the slide with this number as users see it, from 0. */
  | { is: 'goTo'; current: number }
  | { is: 'goToPlace'; place: Place }
  /** The current document is being reloaded. */
  | { is: 'reopened' }
  /** The document whose first slide is `start` has reported its position. */
  | { is: 'reported'; start: number; position: InnerPosition | null; isSettled: boolean; isStarting: boolean };

type Reported = Extract<Move, { is: 'reported' }>;

/** The new state, and a message for the current document. */
type Outcome = readonly [PositionState, PlayerMessage | null];

/** More steps than any slide has; shows all of them. */
const ALL_STEPS = 100_000;
/** More slides than any document has. */
const SLIDES_LIMIT = 100_000;

/** Steps that are held at most: an arrow key that is kept down repeats 30 times a second. */
const HELD_MAX = 50;

/** The state for a starting place, before any document has reported. */
export function initialPosition(deck: DeckShape, { slideIndex, inner }: Place): PositionState {
  return openedAt(withinCount(slideIndex, deck.slides.length), inner);
}

/** The move that follows from a report of the document whose first slide is `start`. */
export function reportedBy(start: number, { position, isSettled, isStarting = false }: PositionReport): Move {
  return { is: 'reported', start, position, isSettled, isStarting };
}

/** Applies a move. Returns the new state and a message for the current document, or null. */
export function applyMove(deck: DeckShape, state: PositionState, move: Move): Outcome {
  const { held, report } = state;
  if (move.is === 'step') {
    if (mustWait(deck, state, move) || (held.length > 0 && report !== undefined))
      return [{ ...state, held: [...held, move].slice(0, HELD_MAX) }, null];
    // Back from past the last slide, which may never report.
    if (held.length > 0) return [{ ...state, held: held.slice(0, -1) }, null];
  }
  const [after, message] = applyNow(deck, state, move);
  return message === null ? releaseStep(deck, after) : [after, message];
}

/** Takes the held steps up to the first one that the document must be told. Its report after that lets the next one follow. */
function releaseStep(deck: DeckShape, state: PositionState): Outcome {
  const [next, ...held] = state.held;
  if (next === undefined || mustWait(deck, state, next)) return [state, null];
  const [after, message] = applyNow(deck, state, next);
  const left = { ...after, held };
  return message === null ? releaseStep(deck, left) : [left, message];
}

function applyNow(deck: DeckShape, state: PositionState, move: Move): Outcome {
  if (isForward(move) && isAtEnd(deck, state)) return [{ ...state, ended: true }, null];
  if (state.ended && (move.is === 'step' || move.is === 'turn')) return [{ ...state, ended: false }, null];
  const [after, message] = moved(deck, state, move);
  return [after.ended && !staysAtEnd(deck, after, move) ? { ...after, ended: false } : after, message];
}

function isForward(move: Move): boolean {
  return (move.is === 'step' || move.is === 'turn') && move.direction === 'next';
}

/** Whether the last step of the last slide is shown. Unknown until the document has reported, and for unknown runtimes. */
function isAtEnd(deck: DeckShape, state: PositionState): boolean {
  return state.ended || (state.report !== undefined && state.wanted === null && !canStep(deck, state, 'next'));
}

/** Choosing a slide leaves the end, even if it is the last one. A talk that repeats its place does not. */
function staysAtEnd(deck: DeckShape, after: PositionState, move: Move): boolean {
  return move.is !== 'goTo' && after.wanted === null && !canStep(deck, after, 'next');
}

function moved(deck: DeckShape, state: PositionState, move: Move): Outcome {
  switch (move.is) {
    case 'step':
      return applyStep(deck, state, move.direction, move.skip);
    case 'turn':
      return applyTurn(deck, state, move.direction);
    case 'goTo':
      return applyGoTo(deck, state, move.current);
    case 'goToPlace':
      return applyPlace(deck, state, move.place);
    case 'reopened':
      return [{ ...openedAt(state.slideIndex, state.wanted === 'end' ? 'end' : innerPlace(state)), held: state.held }, null];
    case 'reported':
      return move.start === runOf(deck.slides, state.slideIndex).start ? applyReport(deck, state, move) : [state, null];
  }
}

/**
 * Whether steps wait for the document: it is a runtime that may still start, or is on its way to the slide that it was asked for. A step
 * that it is sent then would be lost, or count from another slide.
 */
export function holdsSteps({ ownRuntime }: DeckShape, { report, wanted, isStarting }: PositionState): boolean {
  if (!ownRuntime) return false;
  if (report == null) return wanted !== null || isStarting;
  return wanted !== null && (wanted === 'end' || wanted.index !== report.index);
}

/**
 * Whether a step waits for a report: also past the last slide of the package, which has not said yet whether it has steps of its own. Other
 * steps leave a slide that has not reported.
 */
function mustWait(deck: DeckShape, state: PositionState, { direction }: Step): boolean {
  return (
    holdsSteps(deck, state) || (state.report === undefined && direction === 'next' && neighbor(deck, state, 'next') === null)
  );
}

/** The slide at which the next or previous document starts or ends; null if there is none. */
function neighbor({ slides }: DeckShape, { slideIndex }: PositionState, direction: Direction): number | null {
  const { start, length } = runOf(slides, slideIndex);
  const target = direction === 'next' ? start + length : start - 1;
  return target < 0 || target >= slides.length ? null : target;
}

/** The position inside the document: the requested one until it is reached or given up. */
export function innerPlace({ report, wanted }: PositionState): Place['inner'] {
  if (wanted !== null && wanted !== 'end') return { index: wanted.index, step: wanted.step ?? 0 };
  return report == null ? null : { index: report.index, step: report.step };
}

/** Whether a requested position is not reached yet. The last step of a document that may have no steps is not waited for. */
export function isArriving({ report, wanted }: PositionState): boolean {
  return wanted !== null && !(wanted === 'end' && report === null);
}

/** The slide number and count as users see them: in the package, or inside a single-document deck. */
export function countOf(deck: DeckShape, state: PositionState): { current: number; count: number; counted: boolean } {
  const { report, slideIndex } = state;
  const inner = isOneDocument(deck) ? innerPlace(state) : null;
  if (inner !== null && report != null)
    return { current: inner.index, count: Math.max(report.count, inner.index + 1), counted: report.isCountOpen !== true };
  const current = inner?.index ?? slideIndex;
  const counted = report === null ? inner === null : !deck.ownRuntime;
  return { current, count: Math.max(deck.slides.length, current + 1), counted };
}

/** Whether there is a next or previous step or slide, as far as is known. */
export function canStep(deck: DeckShape, { slideIndex, report }: PositionState, direction: Direction): boolean {
  const isThereMore = direction === 'next' ? slideIndex < deck.slides.length - 1 : slideIndex > 0;
  const isThereInside = direction === 'next' ? report?.canNext : report?.canPrevious;
  return isThereMore || (isThereInside ?? deck.ownRuntime);
}

/** Whether the deck has its own runtime but does not report its position. */
export function isUnknownRuntime(deck: DeckShape, { report }: PositionState): boolean {
  return deck.ownRuntime && report == null;
}

function applyStep(deck: DeckShape, state: PositionState, direction: Direction, skip: boolean): Outcome {
  const unknown = isUnknownRuntime(deck, state);
  const canStepInside = direction === 'next' ? state.report?.canNext : state.report?.canPrevious;
  // A document on its way elsewhere answers with `edge` if it has no such step there.
  if (!isOnTheWay(state) && !(canStepInside ?? unknown)) return applyTurn(deck, state, direction);
  // Steps start from the reported position, not from the last request.
  return [
    { ...state, wanted: null, request: 'unsent' },
    { lectern: 'step', direction, skip, byKeys: unknown },
  ];
}

function applyTurn(deck: DeckShape, state: PositionState, direction: Direction): Outcome {
  const target = neighbor(deck, state, direction);
  if (target === null) return [state, null];
  // Going back shows the end of the previous document, as if the user had come from there.
  return [{ ...openedAt(target, direction === 'next' ? null : 'end'), held: state.held }, null];
}

function applyGoTo(deck: DeckShape, state: PositionState, current: number): Outcome {
  const { slides } = deck;
  if (isOneDocument(deck) && (deck.ownRuntime || state.report != null)) {
    // An unknown runtime cannot be sent to a slide.
    if (state.report === null && !holdsSteps(deck, state)) return [state, null];
    const index = withinCount(current, slideLimit(state.report));
    return goInside(deck, { ...state, held: [] }, { index });
  }
  const target = withinCount(current, slides.length);
  const { start, length } = runOf(slides, target);
  const wanted = length > 1 ? { index: target - start } : null;
  if (start !== runOf(slides, state.slideIndex).start) return [openedAt(target, wanted), null];
  return wanted === null ? [{ ...state, held: [] }, null] : goInside(deck, state, wanted);
}

function applyPlace(deck: DeckShape, state: PositionState, place: Place): Outcome {
  const target = withinCount(place.slideIndex, deck.slides.length);
  if (runOf(deck.slides, target).start !== runOf(deck.slides, state.slideIndex).start) {
    return [openedAt(target, place.inner), null];
  }
  return place.inner === null ? [state, null] : goInside(deck, { ...state, held: [] }, place.inner);
}

function openedAt(slideIndex: number, wanted: Wanted | null): PositionState {
  return { slideIndex, report: undefined, wanted, request: 'unsent', isStarting: true, held: [], ended: false };
}

/** Goes to a position in the current document. If it has not reported yet, the request is sent when it does. */
function goInside(deck: DeckShape, state: PositionState, wanted: { index: number; step?: number }): Outcome {
  const { report } = state;
  if (report === null && !deck.ownRuntime) return [state, null];
  if (report != null && !isOnTheWay(state) && isReached(report, wanted)) {
    return [withReportedSlide(deck, { ...state, wanted: null, request: 'unsent' }), null];
  }
  const next = withReportedSlide(deck, { ...state, wanted, request: report == null ? 'unsent' : 'sent' });
  if (report === undefined) return [next, null];
  // Without a position, the document is asked to go when it is settled. It may already have said that it is.
  return [next, report === null ? { lectern: 'hello' } : { lectern: 'go', ...wanted }];
}

function applyReport(deck: DeckShape, before: PositionState, { position: report, isSettled, isStarting }: Reported): Outcome {
  const state = { ...before, isStarting };
  const { wanted, request } = state;
  const arrived = (): Outcome => [withReportedSlide(deck, { ...state, report, wanted: null, request: 'unsent' }), null];
  if (wanted === null) return arrived();
  if (report === null) {
    if (deck.ownRuntime) return applyUnknown(deck, state, wanted, isSettled);
    // One document of the deck may have a runtime, which is still starting.
    return isSettled ? arrived() : [{ ...state, report }, null];
  }
  const target =
    wanted === 'end'
      ? { index: report.count - 1, step: ALL_STEPS }
      : { ...wanted, index: withinCount(wanted.index, slideLimit(report)) };
  // A runtime that has only now started was not there when the document was asked.
  const asked = request !== 'unsent' && state.report != null;
  // A document that was sent to the end of its slide may be there already, so the same report is an answer.
  const isRepeated = target.step !== ALL_STEPS && state.report?.index === report.index && state.report.step === report.step;
  // A new position on that slide is as near as the document gets.
  if (isReached(report, target) || (asked && report.index === target.index && !isRepeated)) return arrived();
  // The document does not go there. A report sent before it received the request says nothing about that.
  if (isSettled && request === 'underway') return arrived();
  const isInDoubt = asked && isSettled && report.index === target.index;
  const isUnderway = request === 'underway' || isInDoubt || (asked && !isSettled && report.index !== target.index);
  const onTheWay = withReportedSlide(deck, { ...state, report, wanted: target, request: isUnderway ? 'underway' : 'sent' });
  if (!asked) return [onTheWay, { lectern: 'go', ...target }];
  // Either the report was sent before the request arrived, or the document has no such step. The answer to `hello` comes after both.
  return [onTheWay, isInDoubt ? { lectern: 'hello' } : null];
}

/**
 * The document does not report a position. A runtime that is just starting does not yet, and some documents do not before they have
 * left their first slide: once they are settled there, they are asked to go.
 */
function applyUnknown(deck: DeckShape, state: PositionState, wanted: Wanted, isSettled: boolean): Outcome {
  const { request } = state;
  const unknown = { ...state, report: null };
  if (!isSettled) return [{ ...unknown, request: request === 'unsent' ? 'unsent' : 'underway' }, null];
  if (request === 'unsent' && wanted !== 'end' && wanted.index > 0) {
    return [
      { ...unknown, request: 'sent' },
      { lectern: 'go', ...wanted },
    ];
  }
  // A report sent before the document received the request says nothing about that.
  if (request === 'sent') return [unknown, null];
  return [withReportedSlide(deck, { ...unknown, wanted: null, request: 'unsent' }), null];
}

/** The number of slides that can be requested. */
function slideLimit(report: InnerPosition | null | undefined): number {
  return report == null || report.isCountOpen === true ? SLIDES_LIMIT : report.count;
}

/** Whether the document has been asked to go elsewhere, so that its last report says where it was and not where it will be. */
function isOnTheWay({ wanted, request }: PositionState): boolean {
  return wanted !== null && request !== 'unsent';
}

function isReached(report: InnerPosition, { index, step }: { index: number; step?: number }): boolean {
  return report.index === index && (step === undefined || report.step === step || (step > report.step && !report.canNext));
}

/** If several slides of the package share a document, the document's report determines the slide index. */
function withReportedSlide(deck: DeckShape, state: PositionState): PositionState {
  const run = runOf(deck.slides, state.slideIndex);
  const inner = innerPlace(state);
  if (run.length === 1 || inner === null) return state;
  return { ...state, slideIndex: run.start + Math.min(inner.index, run.length - 1) };
}

function withinCount(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
