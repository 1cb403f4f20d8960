import { IconArrowDown, IconArrowUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompareView } from '#web/versions/comparison/compare-view.ts';
import type { Blink } from '#web/versions/comparison/use-blink.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';

interface CompareBarProps {
  /** How many slides differ. */
  count: number;
  /** Null if no slide has two pictures to compare. */
  view: CompareView | null;
  views: readonly CompareView[];
  blink: Blink;
  onView: (view: CompareView) => void;
  onGo: (by: 1 | -1) => void;
}

/** Goes from change to change, and chooses how pictures are compared. Stays at the top of the window. */
export function CompareBar({ count, view, views, blink, onView, onGo }: CompareBarProps) {
  const { t } = useTranslation();
  return (
    <div className="compare-bar" role="group" aria-label={t('compare.bar')} data-bar>
      <div className="compare-moves">
        <Button
          variant="default"
          size="small"
          aria-label={t('compare.previous')}
          title={t('compare.previous')}
          onMouseDown={keepFocus}
          onClick={() => onGo(-1)}
        >
          <IconArrowUp size={18} aria-hidden />
        </Button>
        <Button
          variant="default"
          size="small"
          aria-label={t('compare.next')}
          title={t('compare.next')}
          onMouseDown={keepFocus}
          onClick={() => onGo(1)}
        >
          <IconArrowDown size={18} aria-hidden />
        </Button>
        <span>{t('compare.count', { count })}</span>
      </div>
      {view !== null && (
        <div className="compare-views">
          {view === 'blink' && (
            <>
              <Button variant="default" size="small" onClick={blink.turn}>
                {t('compare.turn')}
              </Button>
              <Button
                variant="default"
                size="small"
                aria-label={t(blink.isPlaying ? 'compare.pause' : 'compare.play')}
                title={t(blink.isPlaying ? 'compare.pause' : 'compare.play')}
                onClick={() => blink.setPlaying(!blink.isPlaying)}
              >
                {blink.isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
              </Button>
            </>
          )}
          <Segments
            label={t('compare.view')}
            value={view}
            options={views.map((value) => ({ value, label: t(`compare.views.${value}`) }))}
            onChange={onView}
          />
        </div>
      )}
      <p className="compare-keys">{t('compare.keys')}</p>
    </div>
  );
}

/** A click leaves the focus on the change that users have come to: the next one is seen from there. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
