import { useTranslation } from 'react-i18next';
import type { Position } from './use-position.ts';

/** The deck's name and where one is in it, for those who do not see it. */
export function PlayerStatus({ title, position }: { title: string; position: Position }) {
  const { t } = useTranslation();
  const { current, count, counted } = position;
  return (
    <>
      <h1 className="seen-by-readers-only" dir="auto">
        {title}
      </h1>
      <p className="seen-by-readers-only" role="status">
        {counted && t('player.position', { number: current + 1, count })}
      </p>
    </>
  );
}
