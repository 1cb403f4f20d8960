import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STEPPED_SLIDE, WAITING_SLIDE } from '#web/protocol/frame-name.ts';
import type { Size } from '#web/stage/view/zoom.ts';

/** `seen`: visible; `coming`: loads behind the visible one; `first`: loads with none visible; `waiting`: loaded ahead. */
export type FrameRole = 'seen' | 'coming' | 'first' | 'waiting';

interface SlideFrameProps {
  role: FrameRole;
  /** Set for the current slide only: the ref through which the player talks to the frame. */
  frame: RefObject<HTMLIFrameElement | null> | undefined;
  /** Index of the document's first slide. */
  start: number;
  src: string;
  label: string;
  /** Whether the bridge plays the slide's steps, because the document has no runtime that does. */
  stepped: boolean;
  /** The frame's name if the document has its own runtime. */
  ownName: string | undefined;
  sandbox: string;
  allow: string;
  /** The slide's size in its own pixels. */
  dimensions: Size;
  /** The size on the screen, in CSS pixels. */
  shown: Size;
  onLoad: () => void;
  onGone: () => void;
}

/** A frame with one document of the deck, scaled from its original size. */
export function SlideFrame(props: SlideFrameProps) {
  const { role, frame, start, label, stepped, allow, dimensions, shown, onLoad, onGone } = props;
  const { t } = useTranslation();
  // The bridge reads the name when the document starts to load; a waiting frame keeps its name.
  const [name] = useState(stepped ? (role === 'waiting' ? WAITING_SLIDE : STEPPED_SLIDE) : props.ownName);
  // A new address gets a new frame; this one keeps its address until the new one is visible.
  const [{ src, sandbox }] = useState(props);
  const goAway = useEffectEvent(onGone);
  useEffect(() => () => goAway(), []);
  return (
    <iframe
      ref={frame}
      className="slide-frame"
      name={name}
      data-role={role}
      data-current={frame !== undefined}
      data-start={start}
      inert={role === 'waiting'}
      // Without allow-same-origin, deck code has no cookies, no storage and no access to this page.
      sandbox={sandbox}
      allow={allow}
      src={src}
      title={t('player.frame', { number: start + 1, label })}
      width={dimensions.width}
      height={dimensions.height}
      style={{ scale: `${shown.width / dimensions.width} ${shown.height / dimensions.height}` }}
      onLoad={onLoad}
    />
  );
}
