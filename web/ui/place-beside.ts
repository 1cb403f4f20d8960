const GAP = 4;
const EDGE = 8;

/** Places a floating element below `anchor` with aligned end edges, or above it if there is more space. */
export function placeBeside(floating: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const below = at.bottom + GAP;
  const top = below + height + EDGE <= innerHeight ? below : Math.max(EDGE, at.top - GAP - height);
  const left = Math.max(EDGE, Math.min(at.right - width, innerWidth - width - EDGE));
  Object.assign(floating.style, { top: `${top}px`, left: `${left}px` });
}
