import { IconZoomOut } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The way back from a slide that is closer; always in sight, since the slide cannot be turned meanwhile. */
export function ZoomReset({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="zoom-reset" onClick={onReset}>
      <IconZoomOut size={18} aria-hidden />
      {t('player.wholeSlide')}
    </button>
  );
}
