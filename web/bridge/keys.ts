import type { Direction, InnerPosition } from '#web/protocol/messages.ts';
import { commandFor, type KeyPress } from '#web/protocol/keys.ts';
import { send } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';

/**
 * Forwards keys that the deck does not handle, so that the player's shortcuts keep working after a click into the slide.
 * @param find the current runtime
 * @param moved called when a key may have moved the deck
 */
export function forwardKeys(find: () => DeckRuntime | null, moved: () => void): void {
  const listen = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(?:Shift|CapsLock)$/.test(event.key) || isInUse(event.composedPath()[0], event.key)) return;
    const { key, shiftKey } = event;
    const deck = find();
    if (belongsToPlayer(event, deck !== null)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      // Earlier keys are still being examined in a timeout; this keeps the order.
      return void setTimeout(() => send({ lectern: 'key', key, shiftKey }));
    }
    const before = deck?.position() ?? null;
    // Whether the deck handled the key is known only after all its listeners have run.
    setTimeout(() => {
      moved();
      const after = find()?.position() ?? null;
      const taken = event.defaultPrevented || deck?.handlesSilently?.(key) === true || hasMoved(before, after);
      const direction = directionOf(event);
      // At the end of the document, go on to the next slide of the package.
      if (taken && before !== null && direction !== null && !canMove(before, direction)) send({ lectern: 'edge', direction });
      else if (!taken) send({ lectern: 'key', key, shiftKey });
    });
  };
  addEventListener('keydown', listen, true);
}

/**
 * Keys that always go to the player. Known runtimes have their own letters for an overview, a black screen or a presenter window;
 * the player's versions also reach the followers of a talk. From other documents the player takes only the keys that a talk
 * needs.
 */
function belongsToPlayer({ key, shiftKey }: KeyPress, knownRuntime: boolean): boolean {
  if (/^(?:f|F5|\?)$/i.test(key) || (shiftKey && key === 'N')) return true;
  const isSign = key.length === 1 && /[^\s\d]/.test(key);
  return knownRuntime && (key === 'Escape' || (isSign && commandFor({ key, shiftKey }) !== null));
}

/** A text field, or a control that reacts to this key. */
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

/** Whether the document has a next or previous step or slide. */
export const canMove = ({ canNext, canPrevious }: InnerPosition, direction: Direction): boolean =>
  direction === 'next' ? canNext : canPrevious;

const hasMoved = (before: InnerPosition | null, after: InnerPosition | null): boolean =>
  before?.index !== after?.index || before?.step !== after?.step;
