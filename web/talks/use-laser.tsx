import './laser.css';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Laser } from '#shared/talks.ts';
import { api } from '#web/lib/trpc.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';
import { LaserSender } from './laser-sender.ts';
import type { Talks } from './use-talks.ts';

/** A dot that nothing more is heard of is gone. */
const LOST_MS = 2500;

export interface LaserPointer {
  /** Whether this window's pointer is the light. */
  on: boolean;
  toggle: () => void;
  /** Switches it off; whether it was on. */
  leave: () => boolean;
  /** Lies over the slide, in a box with exactly its rectangle. */
  layer: ReactNode;
}

/** The light dot: of this window's pointer, passed on to those who follow; or of the talk that this window follows or gives. */
export function useLaser(
  deckId: string,
  { mine, followed, wandering }: Pick<Talks, 'mine' | 'followed' | 'wandering'>,
): LaserPointer {
  const [on, setOn] = useState(false);
  const point = useLaserSender(mine?.id ?? null);
  const [own, setOwn] = useState<Laser>(null);
  const show = (dot: Laser) => {
    setOwn(dot);
    point(dot);
  };
  const toggle = () => {
    if (on) show(null);
    setOn(!on);
  };
  const talkId = mine?.id ?? (wandering ? null : (followed?.id ?? null));
  return {
    on,
    toggle,
    leave: () => {
      if (on) toggle();
      return on;
    },
    layer: <LaserLayer deckId={deckId} talkId={talkId} on={on} own={own} onPoint={show} />,
  };
}

function useLaserSender(talkId: string | null): (dot: Laser) => void {
  const sender = useRef<LaserSender>(null);
  useEffect(() => {
    if (talkId === null) return;
    const own = new LaserSender((dot) => api.talks.pointLaser.mutate({ talkId, dot }));
    sender.current = own;
    return () => {
      own.point(null);
      sender.current = null;
    };
  }, [talkId]);
  return (dot) => sender.current?.point(dot);
}

interface LaserLayerProps {
  deckId: string;
  talkId: string | null;
  on: boolean;
  own: Laser;
  onPoint: (dot: Laser) => void;
}

function LaserLayer({ deckId, talkId, on, own, onPoint }: LaserLayerProps) {
  const heard = useHeardDot(deckId, talkId);
  const dot = own ?? heard;
  // A dot that goes out stays where it was while it fades.
  const [at, setAt] = useState<Laser>(null);
  if (dot !== null && dot !== at) setAt(dot);
  const move = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onPoint({ x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) });
  };
  const goOut = () => onPoint(null);
  return (
    <div
      className="laser-field"
      data-on={on}
      onPointerMove={move}
      onPointerDown={move}
      onPointerLeave={goOut}
      onPointerCancel={goOut}
      onPointerUp={({ pointerType }) => pointerType !== 'mouse' && goOut()}
    >
      {at !== null && (
        <div
          className="laser-reach"
          data-lit={dot !== null}
          data-own={own !== null}
          style={{ transform: `translate(${at.x * 100}%, ${at.y * 100}%)` }}
        >
          <div className="laser-dot" />
        </div>
      )}
    </div>
  );
}

const within = (share: number): number => Math.max(0, Math.min(1, share));

function useHeardDot(deckId: string, talkId: string | null): Laser {
  const [heard, setHeard] = useState<{ talkId: string; dot: Laser } | null>(null);
  useDeckEvents(deckId, (event) => {
    if (event.kind === 'laser') setHeard({ talkId: event.talkId, dot: event.dot });
  });
  useEffect(() => {
    if (heard === null) return;
    const timer = setTimeout(() => setHeard(null), LOST_MS);
    return () => clearTimeout(timer);
  }, [heard]);
  return heard !== null && heard.talkId === talkId ? heard.dot : null;
}
