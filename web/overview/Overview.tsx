import './overview.css';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { useRenderedSlides } from '#web/stage/position/use-rendered-slides.ts';
import { RenderingState } from '#web/stage/rendering/RenderingState.tsx';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { findTiles } from './find-tiles.ts';
import { TileGrid } from './TileGrid.tsx';
import { useDeckHits } from './use-deck-hits.ts';
import { useTiles } from './use-tiles.ts';

interface OverviewProps {
  deck: DeckDetail;
  baseUrl: string;
  position: Pick<DeckPosition, 'current' | 'count' | 'inner' | 'isOneDocument' | 'goTo'>;
  inside: Pick<InnerSlides, 'outline' | 'names'>;
  /** What is searched at first. */
  initialQuery?: string;
  onClose: () => void;
}

/** All slides as tiles, with a search; a click goes to the slide. */
export function Overview({ deck, baseUrl, position, inside, initialQuery = '', onClose }: OverviewProps) {
  const { t } = useTranslation();
  const { current, inner, isOneDocument, goTo } = position;
  const [query, setQuery] = useState(initialQuery);
  const tiles = useTiles(deck, position, inside);
  const isPictured = useRenderedSlides(deck)?.every(({ thumbnailUrl }) => thumbnailUrl !== null) ?? true;
  const wanted = useDeferredValue(query);
  const { hits } = useDeckHits(deck, wanted.trim());
  const found = useMemo(
    () => findTiles(tiles, wanted, new Map(hits.map((hit) => [isOneDocument ? (hit.inner ?? 0) : hit.slideIndex, hit.snippet]))),
    [tiles, wanted, hits, isOneDocument],
  );
  const [field, setField] = useState<HTMLInputElement | null>(null);

  const go = (to: number) => {
    onClose();
    goTo(to);
  };
  const open = useCallback((dialog: HTMLDialogElement | null) => {
    dialog?.showModal();
    // Start at the current slide; by default the browser focuses the first field.
    const here = dialog?.querySelector<HTMLElement>('.tile[aria-current]');
    here?.focus({ preventScroll: true });
    here?.scrollIntoView({ block: 'center' });
    // Close before unmounting, so that the browser restores the focus.
    return () => dialog?.close();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
    if (event.key === '/') field?.focus();
    else if (event.key.toLowerCase() === 'o') onClose();
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={open}
      className="overview"
      aria-label={t('player.overview')}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers close the dialog if Escape is pressed repeatedly, even if `cancel` was prevented.
      onClose={onClose}
    >
      <header className="overview-head">
        <h2 dir="auto">{deck.title}</h2>
        <search>
          <label>
            <IconSearch size={16} aria-hidden />
            <input
              ref={setField}
              type="search"
              value={query}
              aria-label={t('player.overviewSearch')}
              placeholder={t('player.overviewSearch')}
              onChange={(event) => setQuery(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && found[0] !== undefined && go(found[0].tile.current)}
            />
          </label>
        </search>
        <p role="status">
          {query === '' ? t('player.slides', { count: tiles.length }) : t('player.overviewFound', { count: found.length })}
        </p>
        <button type="button" className="player-button" aria-label={t('shell.close')} title={t('shell.close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </button>
      </header>
      {found.length > 0 ? (
        <TileGrid
          found={found}
          deck={deck}
          baseUrl={baseUrl}
          current={current}
          // A runtime that does not report its position cannot be sent to a slide either.
          isLive={(!isOneDocument || inner !== null) && tiles.some(({ picture: { is } }) => is === 'card' || is === 'rendered')}
          field={field}
          onGo={go}
        />
      ) : (
        <p className="overview-none">{t('player.overviewNone', { query })}</p>
      )}
      {(deck.shownSlideCount === null || !isPictured) && <RenderingState deckId={deck.id} versionId={deck.currentVersionId} />}
    </dialog>
  );
}
