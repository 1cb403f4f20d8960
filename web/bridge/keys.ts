import type { Direction, InnerPosition } from '#web/protocol/messages.ts';
import { commandFor, type KeyPress } from '#web/protocol/keys.ts';
import { isSearchKey } from '#web/protocol/search-key.ts';
import { send } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';

/**
 * Forwards keys to the player, so that they do the same after a click into the slide as beside it. With a known runtime the
 * player decides what every navigation key does and tells the runtime, which does not see the key. Other documents handle a key
 * first; the player gets those that they do not handle.
 *
 * @param find the current runtime
 */
export function forwardKeys(find: () => DeckRuntime | null): void {
  /** Keys that are down and belong to the player. impress.js moves when such a key is released. */
  const held = new Set<string>();
  const listen = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.isComposing) return;
    const { key, shiftKey } = event;
    if (isSearchKey(event) && !isTextField(event.composedPath()[0])) {
      // Otherwise the browser goes to its address bar.
      event.preventDefault();
      event.stopImmediatePropagation();
      return void setTimeout(() => send({ lectern: 'key', key, shiftKey, control: true }));
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(?:Shift|CapsLock)$/.test(key) || isInUse(event.composedPath()[0], key)) return;
    if (belongsToPlayer(event, find() !== null)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      held.add(event.code);
      // Earlier keys are still being examined in a timeout; this keeps the order.
      return void setTimeout(() => send({ lectern: 'key', key, shiftKey }));
    }
    // Whether the document handles the key is known only after all its listeners have run.
    setTimeout(() => event.defaultPrevented || send({ lectern: 'key', key, shiftKey }));
  };
  const release = (event: KeyboardEvent): void => {
    if (event.isTrusted && held.delete(event.code)) event.stopImmediatePropagation();
  };
  addEventListener('keydown', listen, true);
  addEventListener('keyup', release, true);
}

/**
 * Keys that always go to the player. Known runtimes have their own meanings for navigation keys and letters; the player's also
 * reach the followers of a talk. From other documents the player takes only the keys that a talk needs.
 */
function belongsToPlayer({ key, shiftKey }: KeyPress, knownRuntime: boolean): boolean {
  if (/^(?:f|F5|\?)$/i.test(key) || (shiftKey && key === 'N')) return true;
  return knownRuntime && commandFor({ key, shiftKey }) !== null;
}

const WIDGETS =
  '[role="slider"], [role="spinbutton"], [role="listbox"], [role="combobox"], [role="menu"], [role="tree"], [role="application"]';
const CONTROLS = 'button, summary, a[href], video, audio, [role="button"], [role="tab"], [role="checkbox"], [role="switch"]';

function isTextField(target: unknown): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** A text field, or a control that reacts to this key. */
function isInUse(target: unknown, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (isTextField(target)) return key !== 'F5';
  // Some runtimes make the whole page an application.
  if (target !== document.body && target.matches(WIDGETS)) return key !== 'F5';
  if (key === ' ' || key === 'Enter') return target.matches(CONTROLS);
  return key.startsWith('Arrow') && target.matches('video[controls], audio[controls], [role="tab"], [role="radio"]');
}

/** Whether the document has a next or previous step or slide. */
export const canMove = ({ canNext, canPrevious }: InnerPosition, direction: Direction): boolean =>
  direction === 'next' ? canNext : canPrevious;
