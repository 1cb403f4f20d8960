import { expect, test } from 'vitest';
import type { Stroke } from '#shared/ink.ts';
import { svgOf } from './ink-svg.ts';

const stroke: Stroke = {
  id: 'a',
  tool: 'line',
  color: '#e5383b',
  width: 4,
  points: [
    [0, 0],
    [3, 4],
  ],
  author: { id: 'ana', name: 'Ana <& "Ben">' },
  createdAt: '2026-01-31T09:30:00.000Z',
};

test('a drawing is an SVG document with the size of the slide, and every stroke has the name of its author', () => {
  const svg = svgOf([stroke], { width: 1280, height: 720 });
  expect(svg).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 1280 720"/);
  expect(svg).toContain('<path d="M0 0L3 4" fill="none" stroke="#e5383b" stroke-width="4">');
  expect(svg).toContain('<title>Ana &lt;&amp; &quot;Ben&quot;&gt;</title>');
});

test('names, colors and texts are escaped', () => {
  const svg = svgOf([{ ...stroke, tool: 'text', text: '<script>\u0007\n2 < 3', color: '"/><script>' }], {
    width: 10,
    height: 10,
  });
  expect(svg).not.toContain('<script>');
  expect(svg).not.toContain('\u0007');
  expect(svg.match(/<tspan/g)).toHaveLength(2);
});
