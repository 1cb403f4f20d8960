import { useTranslation } from 'react-i18next';
import type { Position } from './use-position.ts';

/** The deck's name and where one is in it, for those who do not see it. */
export function PlayerStatus({ title, position }: { title: string; position: Position }) {
  return (
    <>
      <h1 className="seen-by-readers-only" dir="auto">
        {title}
      </h1>
      <PositionStatus position={position} />
    </>
  );
}

/** Says it once whenever it has changed. */
export function PositionStatus({ position: { current, count, counted } }: { position: Position }) {
  const { t } = useTranslation();
  return (
    <p className="seen-by-readers-only" role="status">
      {counted && t('player.position', { number: current + 1, count })}
    </p>
  );
}
