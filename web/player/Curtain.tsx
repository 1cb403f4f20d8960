import { useTranslation } from 'react-i18next';

export type CurtainColor = 'black' | 'white';

/** Nothing to look at but the speaker. A click or any key of the player lifts it. */
export function Curtain({ color, onLift }: { color: CurtainColor; onLift: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="curtain" data-color={color} onClick={onLift}>
      <span className="seen-by-readers-only">{t(color === 'black' ? 'player.blackScreen' : 'player.whiteScreen')}</span>
    </button>
  );
}
