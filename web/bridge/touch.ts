import type { Direction } from '#web/protocol/messages.ts';
import { tell } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';
import { distance, swipeOf } from './gestures.ts';
import { canMove } from './keys.ts';
import { canScroll, isFree } from './under-finger.ts';

/** Tells of swipes and pinches that the deck has no use for. */
export function passTouchesOn(find: () => DeckRuntime | null): void {
  passSwipesOn(find);
  passPinchesOn(find);
}

interface Swipe {
  readonly touch: Touch;
  readonly since: number;
  /** Events of it: the deck may have taken any of them for itself. */
  readonly events: TouchEvent[];
  /** Asked at the start: at the end everything may have been scrolled. */
  readonly scrolls: Readonly<Record<Direction, boolean>>;
  /** Whether a runtime with swipes of its own has nowhere to go that way. */
  readonly isAtEnd: ((direction: Direction) => boolean) | null;
}

function passSwipesOn(find: () => DeckRuntime | null): void {
  let swipe: Swipe | null = null;
  const start = (event: TouchEvent): void => {
    const [touch] = event.touches;
    swipe = null;
    const deck = find();
    if (touch === undefined || event.touches.length > 1) return;
    if (deck?.swipes !== true && !isFree(event.target, /auto|manipulation|pan-x/)) return;
    const position = deck?.swipes === true ? deck.position() : null;
    const isAtEnd = position === null ? null : (direction: Direction) => !canMove(position, direction);
    const scrolls = { next: canScroll(event.target, 'next'), previous: canScroll(event.target, 'previous') };
    swipe = { touch, since: event.timeStamp, events: [event], scrolls, isAtEnd };
  };
  const end = (event: TouchEvent): void => {
    const ended = swipe;
    const [touch] = event.changedTouches;
    swipe = null;
    if (ended === null || touch === undefined) return;
    const direction = swipeOf(ended.touch, touch, event.timeStamp - ended.since);
    if (direction === null || ended.scrolls[direction]) return;
    // Only when every listener of the deck has seen it is it known whether it was wanted.
    setTimeout(() => {
      const isTaken = [...ended.events, event].some(({ defaultPrevented }) => defaultPrevented);
      if (ended.isAtEnd === null && !isTaken) tell({ lectern: 'swipe', direction });
      else if (ended.isAtEnd?.(direction)) tell({ lectern: 'edge', direction });
    });
  };
  addEventListener('touchstart', start, { passive: true });
  addEventListener('touchmove', (event) => void swipe?.events.push(event), { passive: true });
  addEventListener('touchend', end, { passive: true });
  addEventListener('touchcancel', () => (swipe = null), { passive: true });
}

function passPinchesOn(find: () => DeckRuntime | null): void {
  let apart = 0;
  let scale = 1;
  const say = (phase: 'start' | 'move' | 'end', touches: TouchList): void => {
    const [a, b = a] = touches;
    if (a !== undefined && b !== undefined)
      tell({ lectern: 'pinch', phase, scale, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
  };
  const start = (event: TouchEvent): void => {
    const [a, b] = event.touches;
    if (a === undefined || b === undefined || event.touches.length > 2 || event.defaultPrevented) return;
    // The runtimes that we know turn slides with one finger and have no use for two.
    if (find() === null && !isFree(event.target, /auto|manipulation|pinch-zoom/)) return;
    // Else the browser zooms the whole page around us.
    event.preventDefault();
    apart = Math.max(1, distance(a, b));
    scale = 1;
    say('start', event.touches);
  };
  const move = ({ touches }: TouchEvent): void => {
    const [a, b] = touches;
    if (apart === 0 || a === undefined || b === undefined) return;
    scale = Math.min(100, Math.max(0.01, distance(a, b) / apart));
    say('move', touches);
  };
  const end = ({ touches, changedTouches }: TouchEvent): void => {
    if (apart === 0 || touches.length > 1) return;
    apart = 0;
    say('end', changedTouches);
  };
  addEventListener('touchstart', start, { passive: false });
  addEventListener('touchmove', move, { passive: true });
  addEventListener('touchend', end, { passive: true });
  addEventListener('touchcancel', end, { passive: true });
}
