import { IconNote, IconScribble } from '@tabler/icons-react';
import { memo, type RefCallback, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkedText, type TextPiece } from '#web/ui/MarkedText.tsx';
import { TilePicture } from './TilePicture.tsx';
import type { Tile } from './tiles.ts';

interface TileButtonProps {
  measure: RefCallback<HTMLSpanElement> | undefined;
  tile: Tile;
  excerpt: readonly TextPiece[] | null;
  isCurrent: boolean;
  /** Whether Tab reaches this tile. */
  isReached: boolean;
  baseUrl: string;
  dimensions: { width: number; height: number };
  scale: number;
  onFocus: (current: number) => void;
  /** Called with the tile when the pointer enters it, with null when it leaves. */
  onPoint: (current: number | null) => void;
  onGo: (current: number) => void;
}

export const TileButton = memo(function TileButton(props: TileButtonProps) {
  const { measure, tile, excerpt, isCurrent, isReached, baseUrl, dimensions, scale, onFocus, onPoint, onGo } = props;
  const { t } = useTranslation();
  const textId = useId();
  return (
    <li>
      <button
        type="button"
        className="tile"
        data-tile={tile.current}
        aria-describedby={tile.picture.is === 'card' ? textId : undefined}
        tabIndex={isReached ? 0 : -1}
        aria-current={isCurrent ? 'true' : undefined}
        onFocus={() => onFocus(tile.current)}
        onPointerEnter={() => onPoint(tile.current)}
        onPointerLeave={() => onPoint(null)}
        onClick={() => onGo(tile.current)}
      >
        <span ref={measure} className="tile-frame">
          <TilePicture tile={tile} textId={textId} baseUrl={baseUrl} dimensions={dimensions} scale={scale} />
        </span>
        <span className="tile-line">
          <span className="tile-number">{tile.current + 1}</span>{' '}
          {/* A card already shows the title, so it is not repeated visibly. */}
          <span className={tile.picture.is === 'card' ? 'tile-label visually-hidden' : 'tile-label'} dir="auto">
            {tile.label}
          </span>
          {tile.hasNote && <Mark icon={<IconNote size={14} aria-hidden />} words={t('player.hasNote')} />}
          {tile.hasInk && <Mark icon={<IconScribble size={14} aria-hidden />} words={t('player.hasInk')} />}
        </span>
        {excerpt !== null && (
          <span className="tile-excerpt" dir="auto">
            <MarkedText pieces={excerpt} />
          </span>
        )}
      </button>
    </li>
  );
});

function Mark({ icon, words }: { icon: React.ReactNode; words: string }) {
  return (
    <span className="tile-mark" title={words}>
      {icon}
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
