import './overview.css';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { findTiles } from './find-tiles.ts';
import { TileGrid } from './TileGrid.tsx';
import { useTiles } from './use-tiles.ts';

interface FilmstripProps {
  deck: DeckDetail;
  baseUrl: string;
  position: Pick<DeckPosition, 'current' | 'count' | 'isOneDocument' | 'goTo'>;
  inside: Pick<InnerSlides, 'outline' | 'names'>;
}

/** All slides as small tiles below the slide; the current one stays in view. Inner slides show their titles. */
export function Filmstrip({ deck, baseUrl, position, inside }: FilmstripProps) {
  const { t } = useTranslation();
  const { current, goTo } = position;
  const tiles = useTiles(deck, position, inside);
  const found = useMemo(() => findTiles(tiles, ''), [tiles]);
  const strip = useRef<HTMLElement>(null);
  const showCurrent = useEffectEvent((_current: number, _count: number) => {
    strip.current?.querySelector('.tile[aria-current]')?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => showCurrent(current, found.length), [current, found.length]);
  return (
    <nav ref={strip} className="filmstrip" aria-label={t('player.slidesTab')}>
      <TileGrid found={found} deck={deck} baseUrl={baseUrl} current={current} isLive={false} field={null} onGo={goTo} />
    </nav>
  );
}
