import { useTranslation } from 'react-i18next';

export type BlankColor = 'black' | 'white';

/** Covers the slide with a black or white screen. A click or any player key removes it. */
export function BlankScreen({ color, onRemove }: { color: BlankColor; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="blank-screen" data-color={color} onClick={onRemove}>
      <span className="visually-hidden">{t(color === 'black' ? 'player.blackScreen' : 'player.whiteScreen')}</span>
    </button>
  );
}
