import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STEPPED_SLIDE, WAITING_SLIDE } from '#web/bridge/frame-name.ts';
import type { Size } from './zoom.ts';

/** `coming`: it loads behind the one that is `seen`; `first`: behind none; `waiting`: before its turn. */
export type FrameRole = 'seen' | 'coming' | 'first' | 'waiting';

interface SlideFrameProps {
  role: FrameRole;
  /** Where the frame is to be held that the player speaks with; undefined: not this one. */
  frame: RefObject<HTMLIFrameElement | null> | undefined;
  /** Index of the document's first slide. */
  start: number;
  src: string;
  label: string;
  /** Whether the bridge is to play its steps, because nothing in it does so by itself. */
  stepped: boolean;
  sandbox: string;
  allow: string;
  /** In the slide's own pixels, and in those that it has on the screen. */
  dimensions: Size;
  shown: Size;
  onLoad: () => void;
  onGone: () => void;
}

/** One document of the deck, in the size that it was made for, scaled. */
export function SlideFrame(props: SlideFrameProps) {
  const { role, frame, start, label, stepped, allow, dimensions, shown, onLoad, onGone } = props;
  const { t } = useTranslation();
  // The bridge reads it when the document begins to load; a frame that has waited keeps it.
  const [name] = useState(role === 'waiting' ? WAITING_SLIDE : STEPPED_SLIDE);
  // With another address comes another frame; this one stays as it is until that one can be seen.
  const [{ src, sandbox }] = useState(props);
  const goAway = useEffectEvent(onGone);
  useEffect(() => () => goAway(), []);
  return (
    <iframe
      ref={frame}
      className="slide-frame"
      name={stepped ? name : undefined}
      data-role={role}
      data-current={frame !== undefined}
      data-start={start}
      inert={role === 'waiting'}
      // Without same-origin: deck code has no cookies, no storage and no way into this page.
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
