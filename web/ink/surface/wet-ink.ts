import type { RefObject } from 'react';
import type { DrawnForm } from '#web/ink/sheets/ink-sheet.ts';
import { pathOf } from '#shared/ink-drawing/stroke-path.ts';

/** Draws the current stroke into `path`, once per animation frame, however often the pen reports. */
export function previewOn(path: RefObject<SVGPathElement | null>): (form: DrawnForm | null) => void {
  let newest: DrawnForm | null = null;
  let asked = 0;
  const draw = (): void => {
    asked = 0;
    if (newest !== null) paint(path.current, newest);
  };
  return (form) => {
    newest = form;
    if (form === null) {
      cancelAnimationFrame(asked);
      asked = 0;
      path.current?.setAttribute('d', '');
    } else if (asked === 0) asked = requestAnimationFrame(draw);
  };
}

function paint(path: SVGPathElement | null, form: DrawnForm): void {
  const { d, filled } = pathOf(form, false);
  path?.setAttribute('d', d);
  path?.setAttribute('fill', filled ? form.color : 'none');
  path?.setAttribute('stroke', filled ? 'none' : form.color);
  path?.setAttribute('stroke-width', String(form.width));
}

/** Moves the eraser's ring to the pointer. */
export function moveRing(ring: HTMLElement | null, { offsetX, offsetY }: PointerEvent): void {
  if (ring !== null) ring.style.translate = `${offsetX}px ${offsetY}px`;
}

/** Fades the strokes that the eraser will delete. Changes the DOM directly, because a slide may have two thousand strokes. */
export function showErasing(layer: Element | null | undefined, ids: ReadonlySet<string>): void {
  for (const shape of layer?.querySelectorAll('[data-faint]') ?? []) {
    if (!ids.has(shape.getAttribute('data-stroke') ?? '')) shape.removeAttribute('data-faint');
  }
  for (const id of ids)
    layer?.querySelector(`[data-stroke="${CSS.escape(id)}"]:not([data-faint])`)?.setAttribute('data-faint', 'true');
}
