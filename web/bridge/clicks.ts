import type { Direction } from '#web/protocol/messages.ts';
import { send } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';

/** Elements that do something when they are clicked. A canvas often does, and cannot be asked. */
const INTERACTIVE = [
  'a, area, button, input, select, textarea, label, option, summary, dialog, video, audio, canvas, iframe, object, embed',
  '[contenteditable], [draggable="true"], [onclick], [onmousedown], [onmouseup], [onpointerdown], [onpointerup]',
  '[tabindex]:not([tabindex="-1"], html, body)',
  '[role="button"], [role="link"], [role="checkbox"], [role="switch"], [role="radio"], [role="tab"], [role="option"]',
  '[role="slider"], [role="textbox"], [role="combobox"], [role^="menuitem"], [role="treeitem"], [role="gridcell"]',
].join(', ');

/** Cursors by which decks show that something can be clicked or dragged. */
const ACTIVE_CURSOR = /pointer|grab|move|crosshair|resize|zoom|cell/;

/** A click that moved further selects or drags. Pixels. */
const STILL_PX = 5;

/** The left third goes back, the rest forward, because going forward is far more common. */
const BACK_PART = 1 / 3;

interface Press {
  /** The deck may have called `preventDefault` on any of these. */
  readonly events: Event[];
  readonly x: number;
  readonly y: number;
  /** Where the deck was, as text. */
  readonly place: string;
}

/**
 * Reports clicks with the mouse on parts of the slide that do nothing themselves. Touches do not count: they swipe, and a tap shows the
 * controls.
 *
 * A click is the deck's if an element under it is interactive, or if the deck has prevented it, stopped it, moved, or changed the document
 * while it was dispatched.
 *
 * @param find the current runtime
 */
export function forwardClicks(find: () => DeckRuntime | null): void {
  let press: Press | null = null;
  const placeOf = (): string => {
    const position = find()?.position() ?? null;
    return position === null ? '' : `${position.index} ${position.step}`;
  };
  const down = (event: PointerEvent): void => {
    const isMouse = event.isTrusted && event.pointerType === 'mouse' && event.button === 0;
    press = isMouse ? { events: [event], x: event.screenX, y: event.screenY, place: placeOf() } : null;
  };
  const note = (event: Event): void => void press?.events.push(event);
  const click = (event: MouseEvent): void => {
    const pressed = press;
    press = null;
    if (pressed === null || !event.isTrusted || event.button !== 0 || hasModifier(event)) return;
    if (Math.hypot(event.screenX - pressed.x, event.screenY - pressed.y) > STILL_PX) return;
    if (hasSelection() || isInteractive(event)) return;
    const watch = watchDocument();
    const report = async (): Promise<void> => {
      await afterMicrotasks();
      const isTaken = watch.hasChanged() || [...pressed.events, event].some(({ defaultPrevented }) => defaultPrevented);
      if (!isTaken && placeOf() === pressed.place) send({ lectern: 'click', direction: directionAt(event) });
    };
    const end = (): void => {
      removeEventListener('click', end);
      void report();
    };
    // The last listener. If the deck stops the event, it is not called.
    addEventListener('click', end);
    setTimeout(() => removeEventListener('click', end));
  };
  addEventListener('pointerdown', down, true);
  addEventListener('mousedown', note, true);
  addEventListener('pointerup', note, true);
  addEventListener('mouseup', note, true);
  addEventListener('click', click, true);
}

const hasModifier = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;

const hasSelection = (): boolean => getSelection()?.isCollapsed === false;

function isInteractive(event: Event): boolean {
  const elements = event.composedPath().filter((target) => target instanceof Element);
  const [top] = elements;
  return elements.some((element) => element.matches(INTERACTIVE)) || (top !== undefined && ACTIVE_CURSOR.test(cursorOf(top)));
}

const cursorOf = (element: Element): string => getComputedStyle(element).cursor;

const directionAt = ({ clientX }: MouseEvent): Direction => (clientX < innerWidth * BACK_PART ? 'previous' : 'next');

/** Frameworks such as Vue apply what a listener changed in a microtask. */
async function afterMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await Promise.resolve();
}

/** Whether the document changes from now on until it is asked, once. */
function watchDocument(): { hasChanged: () => boolean } {
  let changed = false;
  const observer = new MutationObserver(() => (changed = true));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const stop = (): void => observer.disconnect();
  setTimeout(stop);
  return {
    hasChanged: () => {
      changed ||= observer.takeRecords().length > 0;
      stop();
      return changed;
    },
  };
}
