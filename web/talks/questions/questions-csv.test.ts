import { expect, test } from 'vitest';
import type { Question } from '#shared/questions.ts';
import { questionsCsv } from './questions-csv.ts';

const question: Question = {
  id: 'q',
  text: 'Why?',
  name: null,
  status: 'open',
  votes: 3,
  askedAt: '2026-01-31T09:30:00.000Z',
  voted: false,
};

test('a line for each question, and no formula of the audience', () => {
  expect(questionsCsv([question, { ...question, text: '=1', name: '@sum' }])).toBe(
    `\uFEFFasked,votes,status,name,question\r\n2026-01-31T09:30:00.000Z,3,open,,Why?\r\n2026-01-31T09:30:00.000Z,3,open,'@sum,'=1\r\n`,
  );
});
