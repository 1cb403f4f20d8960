import { type PointerEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Laser } from '#shared/talks.ts';
import { laserSender } from '#web/talks/laser/laser-sender.ts';
import { phone } from './phone-client.ts';

/** A pad that represents the slide: the laser dot follows the finger. */
export function Pad() {
  const { t } = useTranslation();
  const [sender] = useState(() => laserSender((dot) => phone.command.mutate({ do: 'laser', dot })));
  const [dot, setDot] = useState<Laser>(null);
  useEffect(() => () => sender.set(null), [sender]);
  const show = (at: Laser) => {
    setDot(at);
    sender.set(at);
  };
  const move = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<HTMLElement>) => {
    if (buttons === 0) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    show({ x: within((clientX - left) / width), y: within((clientY - top) / height) });
  };
  const lift = () => show(null);
  return (
    <div
      className="remote-pad"
      role="application"
      aria-label={t('remote.pad')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
    >
      {dot === null ? <p>{t('remote.pad')}</p> : <i style={{ left: `${dot.x * 100}%`, top: `${dot.y * 100}%` }} />}
    </div>
  );
}

const within = (share: number): number => Math.max(0, Math.min(1, share));
