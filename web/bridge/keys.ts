import type { Direction, InnerPosition } from '#web/protocol/messages.ts';
import { commandFor, type KeyPress } from '#web/protocol/keys.ts';
import { tell } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';

/**
 * Passes on the keys that the deck has no use for, so that the player's keys go on working after a click into the slide.
 * @param moved is called when the deck may have moved by a key
 */
export function passKeysOn(find: () => DeckRuntime | null, moved: () => void): void {
  const listen = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(?:Shift|CapsLock)$/.test(event.key) || isInUse(event.composedPath()[0], event.key)) return;
    const { key, shiftKey } = event;
    const deck = find();
    if (belongsToPlayer(event, deck !== null)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      // Not before the keys that came earlier and are still being looked at.
      return void setTimeout(() => tell({ lectern: 'key', key, shiftKey }));
    }
    const before = deck?.position() ?? null;
    // Only when every listener of the deck has seen the key is it known whether it was wanted.
    setTimeout(() => {
      moved();
      const after = find()?.position() ?? null;
      const taken = event.defaultPrevented || deck?.hears?.(key) === true || hasMoved(before, after);
      const direction = directionOf(event);
      // At the end of the document the movement goes on to the next slide of the package.
      if (taken && before !== null && direction !== null && !canMove(before, direction)) tell({ lectern: 'edge', direction });
      else if (!taken) tell({ lectern: 'key', key, shiftKey });
    });
  };
  addEventListener('keydown', listen, true);
}

/**
 * Keys that mean the same wherever the focus is. A known runtime has letters of its own for an overview, a black screen or a
 * presenter's window; the player's do the same for everybody who follows. Of other documents nothing more is taken than a talk needs.
 */
function belongsToPlayer({ key, shiftKey }: KeyPress, knownRuntime: boolean): boolean {
  if (/^(?:f|F5|\?)$/i.test(key) || (shiftKey && key === 'N')) return true;
  const isSign = key.length === 1 && /[^\s\d]/.test(key);
  return knownRuntime && (key === 'Escape' || (isSign && commandFor({ key, shiftKey }) !== null));
}

/** Something to type into, or to work with by this key. */
function isInUse(target: unknown, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('input, textarea, select')) return key !== 'F5';
  if (key === ' ' || key === 'Enter') return target.matches('button, summary, a[href], video, audio, [role="button"]');
  return key.startsWith('Arrow') && target.matches('video[controls], audio[controls]');
}

const NEXT = new Set(['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'n']);
const PREVIOUS = new Set(['ArrowLeft', 'ArrowUp', 'PageUp', 'p']);

function directionOf({ key, shiftKey }: KeyPress): Direction | null {
  if (key === ' ' && shiftKey) return 'previous';
  if (NEXT.has(key)) return 'next';
  return PREVIOUS.has(key) ? 'previous' : null;
}

export const canMove = ({ canNext, canPrevious }: InnerPosition, direction: Direction): boolean =>
  direction === 'next' ? canNext : canPrevious;

const hasMoved = (before: InnerPosition | null, after: InnerPosition | null): boolean =>
  before?.index !== after?.index || before?.step !== after?.step;
