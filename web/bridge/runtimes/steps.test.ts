import { expect, test } from 'vitest';
import { inSteps } from './steps.ts';

const element = (name: string, order: string | null = null) => ({ name, getAttribute: () => order });
const names = (steps: { name: string }[][]): string[] => steps.map((step) => step.map(({ name }) => name).join('+'));

test('steps come in document order', () => {
  expect(names(inSteps([element('a'), element('b')]))).toEqual(['a', 'b']);
});

test('steps are ordered by number; equal numbers form one step; elements without a number come last', () => {
  const elements = [element('last'), element('c', '10'), element('a', '2'), element('b', '2'), element('odd', 'two')];
  expect(names(inSteps(elements))).toEqual(['a+b', 'c', 'last', 'odd']);
});
