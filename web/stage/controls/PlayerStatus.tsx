import { useTranslation } from 'react-i18next';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';

/** The deck's title and the current slide for screen readers. */
export function PlayerStatus({ title, position }: { title: string; position: DeckPosition }) {
  return (
    <>
      <h1 className="visually-hidden" dir="auto">
        {title}
      </h1>
      <PositionStatus position={position} />
    </>
  );
}

/** Announces the current slide whenever it changes. */
export function PositionStatus({ position: { current, count, counted } }: { position: DeckPosition }) {
  const { t } = useTranslation();
  return (
    <p className="visually-hidden" role="status">
      {counted && t('player.position', { number: current + 1, count })}
    </p>
  );
}
