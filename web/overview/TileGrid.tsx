import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { useElementSize } from '#web/ui/use-element-size.ts';
import type { FoundTile } from './find-tiles.ts';
import { tileAfter } from './grid-keys.ts';
import { LivePictures } from './LivePictures.tsx';
import { TileButton } from './TileButton.tsx';

interface TileGridProps {
  found: readonly FoundTile[];
  deck: DeckDetail;
  baseUrl: string;
  /** The slide that is shown on the stage. */
  current: number;
  /** Whether only the running deck can render its slides. */
  isLive: boolean;
  /** The search field; its down arrow key moves the focus into the grid. */
  field: HTMLElement | null;
  onGo: (current: number) => void;
}

export function TileGrid({ found, deck, baseUrl, current, isLive, field, onGo }: TileGridProps) {
  const { dimensions } = deck.manifest;
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const grid = useRef<HTMLUListElement>(null);
  const [measure, { width }] = useElementSize<HTMLSpanElement>();
  const [focused, setFocused] = useState(current);
  const [pointed, setPointed] = useState<number | null>(null);
  // The one tile that Tab reaches: the last with the focus, if it still exists.
  const reached = found.some(({ tile }) => tile.current === focused) ? focused : found[0]?.tile.current;

  useEffect(() => {
    if (field === null) return;
    const enter = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      buttonsOf(grid.current)[0]?.focus();
    };
    field.addEventListener('keydown', enter);
    return () => field.removeEventListener('keydown', enter);
  }, [field]);

  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const buttons = buttonsOf(grid.current);
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (at < 0) return;
    const target = tileAfter(event.key, at, { count: buttons.length, columns: columnsOf(buttons) });
    if (target === null) return;
    event.preventDefault();
    if (target === at && event.key === 'ArrowUp') return field?.focus();
    buttons[target]?.focus();
  };

  const scale = width / dimensions.width;
  return (
    <div ref={setBox} className="tiles-field">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the buttons inside */}
      <ul ref={grid} className="tiles" onKeyDown={move}>
        {found.map(({ tile, excerpt }, at) => (
          <TileButton
            key={tile.current}
            // The first tile gives the tile size of the grid.
            measure={at === 0 ? measure : undefined}
            tile={tile}
            excerpt={excerpt}
            isCurrent={tile.current === current}
            isReached={tile.current === reached}
            baseUrl={baseUrl}
            dimensions={dimensions}
            scale={scale}
            onFocus={setFocused}
            onPoint={setPointed}
            onGo={onGo}
          />
        ))}
      </ul>
      {isLive && <LivePictures deck={deck} baseUrl={baseUrl} field={box} focused={focused} pointed={pointed} scale={scale} />}
    </div>
  );
}

function buttonsOf(grid: HTMLElement | null): HTMLButtonElement[] {
  return [...(grid?.querySelectorAll('button') ?? [])];
}

function columnsOf(buttons: readonly HTMLElement[]): number {
  const first = buttons[0]?.getBoundingClientRect().top;
  const next = buttons.findIndex((button) => button.getBoundingClientRect().top !== first);
  return next < 0 ? Math.max(1, buttons.length) : next;
}
