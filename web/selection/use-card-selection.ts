import { useStore } from '@nanostores/react';
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Deck } from '#shared/decks.ts';
import { deckDrag } from '#web/collections/deck-drag.ts';
import { $selection, selection } from './selection.ts';

/** How long a finger rests on a card to select it. */
const LONG_PRESS_MS = 450;
/** A finger that moves further scrolls. */
const STILL_PX = 10;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Selecting a deck by its card: with the checkbox; by a click or touch on the card if others are selected; by a click with Shift, which selects
 * all cards in between; by a long press.
 */
export function useCardSelection(deck: Deck) {
  const selected = useStore($selection);
  const isSelected = selected.has(deck.id);
  const isSelecting = selected.size > 0;
  const press = useRef<Press>(null);
  const wasLong = useRef(false);

  const endPress = (): void => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  };
  const choose = (event: MouseEvent): void => (event.shiftKey ? selection.extendTo(deck) : selection.toggle(deck));

  /** For the link that covers the card. */
  const link = {
    onClick: (event: MouseEvent): void => {
      const isTail = wasLong.current;
      wasLong.current = false;
      // Clicks with Ctrl or ⌘ open another tab, as everywhere.
      if (event.ctrlKey || event.metaKey) return;
      if (!isTail && !isSelecting && !event.shiftKey) return;
      event.preventDefault();
      if (!isTail) choose(event);
    },
    onPointerDown: (event: PointerEvent): void => {
      wasLong.current = false;
      if (event.pointerType !== 'touch') return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        press.current = null;
        selection.toggle(deck);
      }, LONG_PRESS_MS);
      press.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      const { current } = press;
      if (current !== null && Math.hypot(clientX - current.x, clientY - current.y) > STILL_PX) endPress();
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
    // A long press would open the menu of the link.
    onContextMenu: (event: MouseEvent): void => {
      if (press.current !== null || wasLong.current) event.preventDefault();
    },
    onDragStart: (): void => deckDrag.begin(isSelected ? [...selected.values()] : [deck]),
    onDragEnd: deckDrag.end,
  };
  return { isSelected, isSelecting, choose, link };
}
