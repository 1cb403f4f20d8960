import type { Stroke } from '#shared/ink.ts';
import { svgOf } from '#shared/ink-drawing/ink-svg.ts';

/** Downloads the drawing as an SVG file. */
export function downloadSvg(strokes: readonly Stroke[], dimensions: { width: number; height: number }, name: string): void {
  const url = URL.createObjectURL(new Blob([svgOf(strokes, dimensions)], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.svg`;
  link.click();
  // The browser has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
