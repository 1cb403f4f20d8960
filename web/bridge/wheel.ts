import { send } from './channel.ts';
import { wheelZoom } from '#web/protocol/gestures.ts';

/**
 * Forwards Ctrl+wheel and touchpad pinches, which browsers report alike, unless the deck handles them. Otherwise the browser
 * would zoom the whole page.
 */
export function forwardZoom(): void {
  const listen = (event: WheelEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || !event.isTrusted || event.defaultPrevented) return;
    event.preventDefault();
    // The deck's listeners run later; they claim the event by calling `preventDefault`.
    let isTaken = false;
    Object.defineProperty(event, 'preventDefault', { value: () => (isTaken = true) });
    const { clientX: x, clientY: y } = event;
    const by = wheelZoom(event);
    setTimeout(() => {
      if (!isTaken) send({ lectern: 'zoom', by, x, y });
    });
  };
  addEventListener('wheel', listen, { passive: false });
}
