import type { Question } from '#shared/questions.ts';
import { csvOf } from '#web/lib/csv.ts';

/** The questions of a talk for spreadsheets. */
export function questionsCsv(questions: readonly Question[]): string {
  return csvOf(
    ['asked', 'votes', 'status', 'name', 'question'],
    questions.map(({ askedAt, votes, status, name, text }) => [askedAt, String(votes), status, name ?? '', text]),
  );
}
