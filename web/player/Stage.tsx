import './stage.css';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { MissingSlide } from './MissingSlide.tsx';
import { keepsOwnRuntime } from './slide-runs.ts';
import { slideUrl } from './slide-url.ts';
import { type FrameRole, SlideFrame } from './SlideFrame.tsx';
import { documentsAt, framed, startOf } from './stage-documents.ts';
import { tellFrame } from '#web/protocol/use-frame.ts';
import type { Position } from './use-position.ts';
import { useShownDocument } from './use-shown-document.ts';
import { useSlideFault } from './use-slide-fault.ts';
import type { StageView } from './use-stage-view.ts';

interface StageProps {
  deck: DeckDetail;
  baseUrl: string;
  position: Pick<Position, 'index' | 'heard' | 'arriving'>;
  view: StageView;
  /** Holds the frame of the current slide: the one to speak with. */
  frame: RefObject<HTMLIFrameElement | null>;
  /** Tokens of the frame's `sandbox`. */
  sandbox?: readonly string[];
  /** What the frame is allowed, as in its attribute. */
  allow?: string;
  /** Whether the slides next to this one are loaded ahead. */
  ahead?: boolean;
  /** What lies over the slide, in a box with exactly its rectangle on the screen. */
  overlay?: ReactNode;
}

const SCRIPTS_ONLY = ['allow-scripts'];
const ALLOWED = 'fullscreen; autoplay; screen-wake-lock';

/**
 * The slide, as large as fits or closer. Every document gets a frame of its own, so that the browser's history stays
 * ours; the one before stays until the new one has something to show. Its neighbours are loaded ahead in frames that
 * wait, since a sandboxed document shares no cache with another: what is fetched any other way is fetched twice.
 */
export function Stage(props: StageProps) {
  const { deck, baseUrl, position, view, frame, sandbox = SCRIPTS_ONLY, allow = ALLOWED, ahead = true, overlay } = props;
  const { slides, dimensions } = deck.manifest;
  const { stage, slide, isZoomed, showWhole } = view;
  const tokens = sandbox.join(' ');
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());

  const stepped = !keepsOwnRuntime(deck.manifest);
  const [left, setLeft] = useState<ReadonlyMap<number, number>>(new Map());
  const documents = documentsAt({ slides, index: position.index, variant: `${baseUrl} ${tokens}`, left });
  const current = documents.current.key;
  const isLoaded = loaded.has(current);
  const leave = (key: string) => setLeft((before) => new Map(before).set(startOf(key), (before.get(startOf(key)) ?? 0) + 1));
  const shown = useShownDocument({ current, isLoaded, heard: position.heard, arriving: position.arriving }, (key) => {
    // With another address a document makes way for itself: it is there already, and need not be loaded anew.
    if (startOf(key) !== documents.current.start) leave(key);
  });
  const fault = useSlideFault(slideUrl(baseUrl, slides[documents.current.start]?.file ?? ''), isLoaded, position.heard);
  const frames = framed(stepped && ahead ? documents : { ...documents, near: [] }, shown, loaded);
  const roleOf = (key: string): FrameRole => {
    if (key === shown) return 'seen';
    if (key !== current) return 'waiting';
    return shown === null ? 'first' : 'coming';
  };

  // From here on it is the one that is heard, and it may have waited and spoken before.
  const greet = useEffectEvent((_document: string, _isLoaded: boolean) => {
    tellFrame(frame, { lectern: 'hello' });
    tellFrame(frame, { lectern: 'closer', isZoomed });
  });
  useEffect(() => greet(current, isLoaded), [current, isLoaded]);
  useEffect(() => tellFrame(frame, { lectern: 'closer', isZoomed }), [frame, isZoomed]);

  return (
    <div ref={stage} className="stage" data-zoomed={isZoomed}>
      <div className="slide-box" style={slide} aria-busy={shown !== current}>
        {frames.map(({ key, start }) => (
          <SlideFrame
            key={key}
            role={roleOf(key)}
            frame={key === current ? frame : undefined}
            start={start}
            src={slideUrl(baseUrl, slides[start]?.file ?? '')}
            label={slides[start]?.label ?? ''}
            stepped={stepped}
            sandbox={tokens}
            allow={allow}
            dimensions={dimensions}
            shown={slide}
            onLoad={() => setLoaded((before) => new Set(before).add(key))}
            onGone={() => setLoaded((before) => new Set([...before].filter((other) => other !== key)))}
          />
        ))}
        {isZoomed && <div className="stage-glass" onDoubleClick={showWhole} />}
        <div className="slide-overlay">{overlay}</div>
      </div>
      {shown !== current && <p key={current} className="stage-waiting" />}
      {fault !== null && <MissingSlide fault={fault} onAgain={() => leave(current)} />}
    </div>
  );
}
