import { expect, test } from 'vitest';
import { PERSON_COLORS, personColor } from './person-color.ts';

type Rgb = readonly [number, number, number];

/** Linear light of the channels, from 0 to 1. */
function linear(color: string): Rgb {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other]
    .map(linear)
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The difference that people see, as the distance in OKLab. */
function difference(one: string, other: string): number {
  const [[l1, a1, b1], [l2, a2, b2]] = [oklab(one), oklab(other)];
  return Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}

function oklab(color: string): Rgb {
  const [red, green, blue] = linear(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

test.each(PERSON_COLORS)('%s is legible under white text, and visible on paper, stage and slides', (color) => {
  expect(contrast(color, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  for (const behind of ['#fbfaf6', '#14130f', '#0c0b0a', '#ffffff', '#000000']) {
    expect(contrast(color, behind)).toBeGreaterThanOrEqual(3);
  }
});

test('no two colors look alike', () => {
  for (const [at, color] of PERSON_COLORS.entries()) {
    for (const other of PERSON_COLORS.slice(at + 1)) expect(difference(color, other), `${color} ${other}`).toBeGreaterThan(0.05);
  }
});

test('a person always has the same color, and many people use all colors about equally', () => {
  expect(personColor('ana')).toBe(personColor('ana'));
  const counts = Map.groupBy(
    Array.from({ length: 2000 }, (_, at) => personColor(`user-${String(at)}`)),
    (color) => color,
  );
  expect(counts.size).toBe(PERSON_COLORS.length);
  for (const [color, people] of counts) expect(people.length, color).toBeGreaterThan(100);
});
