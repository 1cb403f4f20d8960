import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Direction, InnerPosition } from './bridge-messages.ts';
import { writeResumePoint } from './resume.ts';
import { keepsOwnRuntime, runOf } from './slide-runs.ts';
import { tellFrame } from './use-bridge.ts';
import { useSlideInAddress } from './use-slide-in-address.ts';

export interface Position {
  /** Slide of the package, zero-based: what notes belong to. */
  index: number;
  /** What people count: slides, or the inner steps of a deck that is one document. */
  current: number;
  count: number;
  canPrevious: boolean;
  canNext: boolean;
  step: (direction: Direction, skip?: boolean) => void;
  goTo: (current: number) => void;
  /** On to the next slide of the package, whatever is left inside this one. */
  turn: (direction: Direction) => void;
  /** The frame has said where it stands. */
  arrive: (inner: InnerPosition) => void;
  /** Whether keys that move have already moved the deck in its frame. */
  movesItself: boolean;
}

/** Where the talk stands: in the address, in the frame, and both kept together. */
export function usePosition(deck: DeckDetail, frame: RefObject<HTMLIFrameElement | null>): Position {
  const { id: deckId, manifest } = deck;
  const { slides } = manifest;
  const navigate = useNavigate();
  const [index, resume] = useSlideInAddress(deck);
  const [report, setReport] = useState<{ at: number; inner: InnerPosition } | null>(null);
  /** Where to go inside the document that is being opened. */
  const wanted = useRef<number | 'last' | null>(resume.inner);

  const run = runOf(slides, index);
  const inner = report?.at === run.start ? report.inner : null;
  const oneDocument = inner !== null && run.length === slides.length;
  const unknownRuntime = inner === null && keepsOwnRuntime(manifest);
  const goInside = (target: number) => tellFrame(frame, { lectern: 'go', index: target });

  useEffect(() => writeResumePoint(deckId, { index, inner: null }), [deckId, index]);

  const show = (target: number, replace = false) => {
    if (target === index || target < 0 || target >= slides.length) return;
    // The slide that goes takes the focus with it; keys pressed meanwhile must not go there.
    frame.current?.blur();
    void navigate({ to: '/decks/$deckId/$slideNumber', params: { deckId, slideNumber: String(target + 1) }, replace });
  };

  const turn = (direction: Direction) => {
    const target = direction === 'next' ? run.start + run.length : run.start - 1;
    if (target < 0 || target >= slides.length) return;
    // Going back leads to the end of the slide before, where somebody going forward would have come from.
    wanted.current = direction === 'next' ? null : 'last';
    show(target);
  };

  return {
    index,
    current: oneDocument ? inner.index : index,
    count: oneDocument ? inner.count : slides.length,
    canPrevious: index > 0 || (inner?.canPrevious ?? unknownRuntime),
    canNext: index < slides.length - 1 || (inner?.canNext ?? unknownRuntime),
    movesItself: unknownRuntime,
    turn,
    step: (direction, skip = false) => {
      const canStep = direction === 'next' ? inner?.canNext : inner?.canPrevious;
      if (canStep ?? unknownRuntime) tellFrame(frame, { lectern: 'step', direction, skip, byKeys: unknownRuntime });
      else turn(direction);
    },
    goTo: (current) => {
      if (oneDocument) return goInside(current);
      const target = Math.max(0, Math.min(current, slides.length - 1));
      const { start } = runOf(slides, target);
      if (start === run.start && inner !== null) return goInside(target - start);
      wanted.current = target - start;
      show(target);
    },
    arrive: (position) => {
      setReport({ at: run.start, inner: position });
      const target = wanted.current === 'last' ? position.count - 1 : wanted.current;
      wanted.current = null;
      if (target !== null && target !== position.index) return goInside(target);
      writeResumePoint(deckId, { index, inner: position.index });
      // Several slides in one document: the address follows the document.
      if (run.length > 1) show(run.start + Math.min(position.index, run.length - 1), true);
    },
  };
}
