import type { Stroke } from '#shared/ink.ts';
import { pathOf } from './stroke-path.ts';
import { linesOfText } from './stroke-text.ts';

/** A drawing as an SVG document with a transparent background. `width` and `height` are those of the slide, in slide units. */
export function svgOf(strokes: readonly Stroke[], { width, height }: { width: number; height: number }): string {
  const marks = strokes.filter(({ tool }) => tool === 'highlighter').map(shapeOf);
  const ink = strokes.filter(({ tool }) => tool !== 'highlighter').map(shapeOf);
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} stroke-linecap="round" stroke-linejoin="round">`,
    `<g style="mix-blend-mode:multiply" opacity="0.55">${marks.join('')}</g>`,
    ...ink,
    '</svg>',
  ].join('\n');
}

function shapeOf(stroke: Stroke): string {
  const by = `<title>${escaped(stroke.author.name)}</title>`;
  const color = escaped(stroke.color);
  if (stroke.tool === 'text') return textOf(stroke, color, by);
  const { d, filled } = pathOf(stroke);
  const paint = filled ? `fill="${color}"` : `fill="none" stroke="${color}" stroke-width="${stroke.width}"`;
  return `<path d="${d}" ${paint}>${by}</path>`;
}

function textOf({ points: [[x, y] = [0, 0]], width, text = '' }: Stroke, color: string, by: string): string {
  const lines = linesOfText(text, y, width).map(
    ({ line, baseline }) => `<tspan x="${x}" y="${baseline}">${escaped(line)}</tspan>`,
  );
  return `<text fill="${color}" font-size="${width}" font-family="sans-serif" font-weight="560">${by}${lines.join('')}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes untrusted text for XML. */
function escaped(text: string): string {
  // XML 1.0 does not allow most control characters, not even as character references.
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '').replace(/[^\P{Cc}\t\n\r]/gu, '');
}
