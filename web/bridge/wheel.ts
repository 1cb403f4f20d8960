import { tell } from './channel.ts';
import { wheelZoom } from './gestures.ts';

/**
 * Tells of the wheel with Ctrl held, and of two fingers on a touchpad, which come as the same, unless the deck takes them. The
 * browser would zoom the whole page around us, and that is nothing that anybody wants of a slide.
 */
export function passZoomOn(): void {
  const listen = (event: WheelEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || !event.isTrusted || event.defaultPrevented) return;
    event.preventDefault();
    // Whether the deck's listeners after this one want it is only known by their saying so, too.
    let isTaken = false;
    Object.defineProperty(event, 'preventDefault', { value: () => (isTaken = true) });
    const { clientX: x, clientY: y } = event;
    const by = wheelZoom(event);
    setTimeout(() => {
      if (!isTaken) tell({ lectern: 'zoom', by, x, y });
    });
  };
  addEventListener('wheel', listen, { passive: false });
}
