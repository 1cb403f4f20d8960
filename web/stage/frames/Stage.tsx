import './stage.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';
import type { StageView } from '#web/stage/view/use-stage-view.ts';
import { MissingSlide } from './MissingSlide.tsx';
import { takeFirstFrame } from './first-frame.ts';
import { DECK_ALLOWED, SCRIPTS_ONLY } from './slide-frame.ts';
import { StageFrames, type StageState } from './stage-frames.ts';
import { useOwnRuntimeName } from './use-frame-name.ts';

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

const NOTHING_YET: StageState = { document: '', isShown: false, fault: null };

/** The current slide, as large as fits or zoomed. */
export function Stage(props: StageProps) {
  const { deck, baseUrl, position, view, frame, sandbox = [SCRIPTS_ONLY], allow = DECK_ALLOWED, ahead = true, overlay } = props;
  const { slides, dimensions } = deck.manifest;
  const { stage, slide, isZoomed, showWhole } = view;
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const frames = useRef<StageFrames>(null);
  const [{ document, isShown, fault }, setState] = useState(NOTHING_YET);
  const ownName = useOwnRuntimeName(deck);

  const show = useEffectEvent(() =>
    frames.current?.show({
      slides,
      position,
      baseUrl,
      stepped: !keepsOwnRuntime(deck.manifest),
      ownName,
      sandbox: sandbox.join(' '),
      allow,
      ahead,
      dimensions,
      shown: slide,
      isZoomed,
      titleOf: (index) => t('player.frame', { number: index + 1, label: slides[index]?.label ?? '' }),
    }),
  );
  const renewAddress = useEffectEvent(() => queryClient.invalidateQueries(trpc.playback.open.pathFilter()));
  useLayoutEffect(() => {
    if (box.current === null) return;
    const created = new StageFrames(box.current, frame, {
      changed: setState,
      renewAddress: () => renewAddress(),
      takeFirst: takeFirstFrame,
    });
    frames.current = created;
    return () => created.stop();
  }, [frame]);
  // Before the effects of the components around it, which talk to the frame.
  useLayoutEffect(() => show());

  return (
    <div ref={stage} className="stage" data-zoomed={isZoomed}>
      <div className="slide-box" style={slide} aria-busy={!isShown}>
        <div ref={box} className="slide-frames" />
        {isZoomed && <div className="stage-glass" onDoubleClick={showWhole} />}
        <div className="slide-overlay">{overlay}</div>
      </div>
      {!isShown && <p key={document} className="stage-waiting" />}
      {fault !== null && <MissingSlide fault={fault} onAgain={() => frames.current?.reload()} />}
    </div>
  );
}
