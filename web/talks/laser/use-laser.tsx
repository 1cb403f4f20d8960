import './laser.css';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Laser } from '#shared/talks.ts';
import { personColor } from '#web/lib/person-color.ts';
import { ownUser } from '#web/lib/session.ts';
import { api } from '#web/lib/trpc.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';
import { laserSender } from './laser-sender.ts';
import type { Talks } from '#web/talks/use-talks.ts';

/** A dot without updates for this long is removed. */
const LOST_MS = 2500;

export interface LaserPointer {
  /** Whether the laser pointer is switched on in this window. */
  on: boolean;
  toggle: () => void;
  /** Switches it off; returns whether it was on. */
  leave: () => boolean;
  /** Shown over the slide, in a box with its exact rectangle. */
  layer: ReactNode;
}

/**
 * The laser dot: sent from this window's pointer to followers, or received from the talk that this window follows or presents.
 */
export function useLaser(
  deckId: string,
  { mine, followed, browsing }: Pick<Talks, 'mine' | 'followed' | 'browsing'>,
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
  const talk = mine ?? (browsing ? null : followed);
  return {
    on,
    toggle,
    leave: () => {
      if (on) toggle();
      return on;
    },
    layer: (
      <LaserLayer
        deckId={deckId}
        talkId={talk?.id ?? null}
        presenterId={talk?.presenter.id ?? ownUser().id}
        on={on}
        own={own}
        onPoint={show}
      />
    ),
  };
}

function useLaserSender(talkId: string | null): (dot: Laser) => void {
  const sender = useRef<ReturnType<typeof laserSender>>(null);
  useEffect(() => {
    if (talkId === null) return;
    const own = laserSender((dot) => api.talks.pointLaser.mutate({ talkId, dot }));
    sender.current = own;
    return () => {
      own.set(null);
      sender.current = null;
    };
  }, [talkId]);
  return (dot) => sender.current?.set(dot);
}

interface LaserLayerProps {
  deckId: string;
  talkId: string | null;
  /** The person in whose color the dot is. */
  presenterId: string;
  on: boolean;
  own: Laser;
  onPoint: (dot: Laser) => void;
}

function LaserLayer({ deckId, talkId, presenterId, on, own, onPoint }: LaserLayerProps) {
  const received = useReceivedDot(deckId, talkId);
  const dot = own ?? received;
  // A dot that is switched off stays in place while it fades.
  const [at, setAt] = useState<Laser>(null);
  if (dot !== null && dot !== at) setAt(dot);
  const move = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onPoint({ x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) });
  };
  const switchOff = () => onPoint(null);
  return (
    <div
      className="laser-field"
      data-on={on}
      onPointerMove={move}
      onPointerDown={move}
      onPointerLeave={switchOff}
      onPointerCancel={switchOff}
      onPointerUp={({ pointerType }) => pointerType !== 'mouse' && switchOff()}
    >
      {at !== null && (
        <div
          className="laser-reach"
          data-lit={dot !== null}
          data-own={own !== null}
          style={{ transform: `translate(${at.x * 100}%, ${at.y * 100}%)`, '--person': personColor(presenterId) }}
        >
          <div className="laser-dot" />
        </div>
      )}
    </div>
  );
}

const within = (share: number): number => Math.max(0, Math.min(1, share));

function useReceivedDot(deckId: string, talkId: string | null): Laser {
  const [received, setReceived] = useState<{ talkId: string; dot: Laser } | null>(null);
  useDeckEvents(deckId, (event) => {
    if (event.kind === 'laser') setReceived({ talkId: event.talkId, dot: event.dot });
  });
  useEffect(() => {
    if (received === null) return;
    const timer = setTimeout(() => setReceived(null), LOST_MS);
    return () => clearTimeout(timer);
  }, [received]);
  return received !== null && received.talkId === talkId ? received.dot : null;
}
