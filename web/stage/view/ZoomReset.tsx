import { IconZoomOut } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Resets the zoom. Always visible while zoomed, because swipes do not change slides then. */
export function ZoomReset({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="zoom-reset" onClick={onReset}>
      <IconZoomOut size={18} aria-hidden />
      {t('player.wholeSlide')}
    </button>
  );
}
