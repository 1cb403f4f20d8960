import type { Direction } from '#web/protocol/messages.ts';
import { send } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';
import { distance, swipeOf } from '#web/protocol/gestures.ts';
import { canMove } from './keys.ts';
import { canScroll, isFree } from './under-finger.ts';

/** Forwards swipes and pinches that the deck does not handle. */
export function forwardTouches(find: () => DeckRuntime | null): void {
  forwardSwipes(find);
  forwardPinches(find);
}

interface Swipe {
  readonly touch: Touch;
  readonly since: number;
  /** The deck may have called `preventDefault` on any of these. */
  readonly events: TouchEvent[];
  /** Measured at the start, because the content may have scrolled by the end. */
  readonly scrolls: Readonly<Record<Direction, boolean>>;
  /** For runtimes with their own swipes: whether there is no slide left in that direction. */
  readonly isAtEnd: ((direction: Direction) => boolean) | null;
}

function forwardSwipes(find: () => DeckRuntime | null): void {
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
    // Whether the deck handled the swipe is known only after all its listeners have run.
    setTimeout(() => {
      const isTaken = [...ended.events, event].some(({ defaultPrevented }) => defaultPrevented);
      if (ended.isAtEnd === null && !isTaken) send({ lectern: 'swipe', direction });
      else if (ended.isAtEnd?.(direction)) send({ lectern: 'edge', direction });
    });
  };
  addEventListener('touchstart', start, { passive: true });
  addEventListener('touchmove', (event) => void swipe?.events.push(event), { passive: true });
  addEventListener('touchend', end, { passive: true });
  addEventListener('touchcancel', () => (swipe = null), { passive: true });
}

function forwardPinches(find: () => DeckRuntime | null): void {
  let apart = 0;
  let scale = 1;
  const report = (phase: 'start' | 'move' | 'end', touches: TouchList): void => {
    const [a, b = a] = touches;
    if (a !== undefined && b !== undefined)
      send({ lectern: 'pinch', phase, scale, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
  };
  const start = (event: TouchEvent): void => {
    const [a, b] = event.touches;
    if (a === undefined || b === undefined || event.touches.length > 2 || event.defaultPrevented) return;
    // Known runtimes use one finger to change slides and do nothing with two.
    if (find() === null && !isFree(event.target, /auto|manipulation|pinch-zoom/)) return;
    // Otherwise the browser zooms the whole page.
    event.preventDefault();
    apart = Math.max(1, distance(a, b));
    scale = 1;
    report('start', event.touches);
  };
  const move = ({ touches }: TouchEvent): void => {
    const [a, b] = touches;
    if (apart === 0 || a === undefined || b === undefined) return;
    scale = Math.min(100, Math.max(0.01, distance(a, b) / apart));
    report('move', touches);
  };
  const end = ({ touches, changedTouches }: TouchEvent): void => {
    if (apart === 0 || touches.length > 1) return;
    apart = 0;
    report('end', changedTouches);
  };
  addEventListener('touchstart', start, { passive: false });
  addEventListener('touchmove', move, { passive: true });
  addEventListener('touchend', end, { passive: true });
  addEventListener('touchcancel', end, { passive: true });
}
