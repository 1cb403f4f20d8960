import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Direction, FrameMessage, InnerPosition } from './bridge-messages.ts';
import type { KeyPress } from './keys.ts';
import { readResumePoint, type ResumePoint, writeResumePoint } from './resume.ts';
import { keepsOwnRuntime, runOf } from './slide-runs.ts';
import { useBridge } from './use-bridge.ts';

interface PositionOptions {
  deck: DeckDetail;
  onKey: (press: KeyPress) => void;
  onActive: () => void;
}

export interface Position {
  /** Slide of the package, zero-based: what notes belong to. */
  index: number;
  /** What people count: slides, or the inner steps of a deck that is one document. */
  current: number;
  count: number;
  canPrevious: boolean;
  canNext: boolean;
  frame: RefObject<HTMLIFrameElement | null>;
  step: (direction: Direction, skip?: boolean) => void;
  goTo: (current: number) => void;
}

/** Where the talk stands: in the address, in the frame, and both kept together. */
export function usePosition({ deck, onKey, onActive }: PositionOptions): Position {
  const { id: deckId, manifest } = deck;
  const { slides } = manifest;
  const navigate = useNavigate();
  const frame = useRef<HTMLIFrameElement>(null);
  const [index, resume] = useSlideInAddress(deck);
  const [report, setReport] = useState<{ at: number; inner: InnerPosition } | null>(null);
  const wanted = useRef<number | 'last' | null>(resume.inner);

  const run = runOf(slides, index);
  const inner = report?.at === run.start ? report.inner : null;
  const oneDocument = inner !== null && run.length === slides.length;

  const show = (target: number, replace = false) => {
    if (target === index || target < 0 || target >= slides.length) return;
    void navigate({ to: '/decks/$deckId/$slideNumber', params: { deckId, slideNumber: String(target + 1) }, replace });
  };

  const turn = (direction: Direction) => {
    const forward = direction === 'next';
    // Going back leads to the end of the slide before, where somebody going forward would have come from.
    const target = forward ? run.start + run.length : run.start - 1;
    if (target >= 0 && target < slides.length) wanted.current = forward ? null : 'last';
    show(target);
  };

  const send = useBridge(frame, (message: FrameMessage) => {
    if (message.lectern === 'active') onActive();
    if (message.lectern === 'key') {
      // What moves a deck with a runtime of its own has already moved it.
      if (!(keepsOwnRuntime(manifest) && inner === null && /^(Arrow|Page|Home|End| $|[np]$)/.test(message.key))) onKey(message);
    }
    if (message.lectern === 'edge') turn(message.direction);
    if (message.lectern === 'position' && message.position !== null) arrive(message.position);
  });

  const arrive = (position: InnerPosition) => {
    setReport({ at: run.start, inner: position });
    const target = wanted.current === 'last' ? position.count - 1 : wanted.current;
    wanted.current = null;
    if (target !== null && target !== position.index) return send({ lectern: 'go', index: target });
    writeResumePoint(deckId, { index, inner: position.index });
    // Several slides in one document: the address follows the document.
    if (run.length > 1) show(run.start + Math.min(position.index, run.length - 1), true);
  };

  useEffect(() => writeResumePoint(deckId, { index, inner: null }), [deckId, index]);

  return {
    index,
    current: oneDocument ? inner.index : index,
    count: oneDocument ? inner.count : slides.length,
    canPrevious: index > 0 || (inner?.canPrevious ?? keepsOwnRuntime(manifest)),
    canNext: index < slides.length - 1 || (inner?.canNext ?? keepsOwnRuntime(manifest)),
    frame,
    step: (direction, skip = false) => {
      const canStep = direction === 'next' ? inner?.canNext : inner?.canPrevious;
      if (canStep ?? keepsOwnRuntime(manifest)) send({ lectern: 'step', direction, skip, byKeys: keepsOwnRuntime(manifest) });
      else turn(direction);
    },
    goTo: (current) => {
      if (oneDocument) return send({ lectern: 'go', index: current });
      const target = Math.max(0, Math.min(current, slides.length - 1));
      const inside = runOf(slides, target);
      if (inside.start === run.start && inner !== null) return send({ lectern: 'go', index: target - run.start });
      wanted.current = target - inside.start;
      show(target);
    },
  };
}

/** The slide that the address names; without one, where this person left off. */
function useSlideInAddress(deck: DeckDetail): [number, ResumePoint] {
  const router = useRouter();
  const { slideNumber } = useParams({ strict: false });
  const [resume] = useState(() => readResumePoint(deck.id));
  const last = deck.slideCount - 1;
  const named = slideNumber !== undefined && /^[1-9]\d{0,3}$/.test(slideNumber) ? Number(slideNumber) - 1 : null;
  const index = Math.max(0, Math.min(named ?? resume.index, last));

  useEffect(() => {
    if (named === index) return;
    void router.navigate({ to: '/decks/$deckId/$slideNumber', params: { deckId: deck.id, slideNumber: String(index + 1) }, replace: true });
  }, [router, deck.id, named, index]);

  // A link to another slide than the remembered one starts that slide at its beginning.
  return [index, named === null || named === resume.index ? resume : { index, inner: null }];
}
