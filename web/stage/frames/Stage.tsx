import './stage.css';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { useOwnRuntimeName } from './use-frame-name.ts';
import { MissingSlide } from './MissingSlide.tsx';
import { keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';
import { slideUrl } from './slide-url.ts';
import { type FrameRole, SlideFrame } from './SlideFrame.tsx';
import { documentsAt, framed, startOf } from './stage-documents.ts';
import { tellFrame } from '#web/protocol/use-frame.ts';
import type { DeckPosition } from '#web/stage/position/use-deck-position.ts';
import { useShownDocument } from './use-shown-document.ts';
import { useSlideFault } from './use-slide-fault.ts';
import { useStrayFrame } from './use-stray-frame.ts';
import type { StageView } from '#web/stage/view/use-stage-view.ts';

interface StageProps {
  deck: DeckDetail;
  baseUrl: string;
  position: Pick<DeckPosition, 'index' | 'hasReported' | 'arriving' | 'reopen'>;
  view: StageView;
  /** The frame of the current slide, to which messages are sent. */
  frame: RefObject<HTMLIFrameElement | null>;
  /** Tokens of the frame's `sandbox`. */
  sandbox?: readonly string[];
  /** The frame's `allow` attribute. */
  allow?: string;
  /** Whether the slides next to this one are loaded ahead. */
  ahead?: boolean;
  /** Shown over the slide, in a box with its exact rectangle on the screen. */
  overlay?: ReactNode;
}

const SCRIPTS_ONLY = ['allow-scripts'];
const ALLOWED = 'fullscreen; autoplay; screen-wake-lock';

/**
 * The current slide, as large as fits or zoomed. Each document gets its own frame, so that documents add nothing to the browser
 * history. The previous frame stays visible until the new one has painted. The neighbouring slides are loaded ahead in waiting
 * frames: sandboxed documents do not share a cache, so any other prefetch would be downloaded twice.
 */
export function Stage(props: StageProps) {
  const { deck, baseUrl, position, view, frame, sandbox = SCRIPTS_ONLY, allow = ALLOWED, ahead = true, overlay } = props;
  const { slides, dimensions } = deck.manifest;
  const { stage, slide, isZoomed, showWhole } = view;
  const tokens = sandbox.join(' ');
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());

  const stepped = !keepsOwnRuntime(deck.manifest);
  const ownName = useOwnRuntimeName(deck);
  const [left, setLeft] = useState<ReadonlyMap<number, number>>(new Map());
  const documents = documentsAt({ slides, index: position.index, variant: `${baseUrl} ${tokens} ${ownName ?? ''}`, left });
  const current = documents.current.key;
  const isLoaded = loaded.has(current);
  const leave = (key: string) => setLeft((before) => new Map(before).set(startOf(key), (before.get(startOf(key)) ?? 0) + 1));
  const shown = useShownDocument({ current, isLoaded, hasReported: position.hasReported, arriving: position.arriving }, (key) => {
    // After a change of address the document replaces itself; the new frame exists already and must not be loaded again.
    if (startOf(key) !== documents.current.start) leave(key);
  });
  const { hasReported } = position;
  const src = slideUrl(baseUrl, slides[documents.current.start]?.file ?? '');
  const fault = useSlideFault({ src, isLoaded, hasReported }, () => leave(current));
  const stray = useStrayFrame(frame, current, () => {
    position.reopen();
    leave(current);
  });
  /** Frames that have loaded a document again before they became the current one. */
  const loadedTwice = useRef(new Set<string>());
  const load = (key: string): void => {
    if (!loaded.has(key)) setLoaded((before) => new Set(before).add(key));
    else if (key === current) stray.loadedAgain();
    else loadedTwice.current.add(key);
  };
  const frames = framed(stepped && ahead ? documents : { ...documents, near: [] }, shown, loaded);
  const roleOf = (key: string): FrameRole => {
    if (key === shown) return 'seen';
    if (key !== current) return 'waiting';
    return shown === null ? 'first' : 'coming';
  };

  // The frame is the current one from now on. If it was loaded ahead, its earlier messages were ignored, so ask for them again.
  const sendHello = useEffectEvent((document: string, _isLoaded: boolean) => {
    if (loadedTwice.current.delete(document)) stray.loadedAgain();
    tellFrame(frame, { lectern: 'hello' });
    tellFrame(frame, { lectern: 'closer', isZoomed });
  });
  useEffect(() => sendHello(current, isLoaded), [current, isLoaded]);
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
            ownName={ownName}
            sandbox={tokens}
            allow={allow}
            dimensions={dimensions}
            shown={slide}
            onLoad={() => load(key)}
            onGone={() => setLoaded((before) => new Set([...before].filter((other) => other !== key)))}
          />
        ))}
        {isZoomed && <div className="stage-glass" onDoubleClick={showWhole} />}
        <div className="slide-overlay">{overlay}</div>
      </div>
      {shown !== current && <p key={current} className="stage-waiting" />}
      {fault !== null && <MissingSlide fault={fault} onAgain={() => leave(current)} />}
      {stray.isAstray && <MissingSlide fault="astray" onAgain={() => leave(current)} />}
    </div>
  );
}
