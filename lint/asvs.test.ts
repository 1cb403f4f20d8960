import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** How many requirements of levels 1 and 2 each section of the standard (5.0) has. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  // The first section has requirements of level 3 alone.
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
};
const LEVEL_1 = 70;

interface Row {
  readonly id: string;
  readonly level: string;
  readonly holds: string;
  readonly where: string;
}

const text = await readFile(path.join(root, 'docs/asvs.md'), 'utf8');
const rows = text.split('\n').flatMap((line): Row[] => {
  const [, id = '', level = '', , holds = '', where = ''] = line.split('|').map((cell) => cell.trim());
  return /^\d+\.\d+\.\d+$/.test(id) ? [{ id, level, holds, where }] : [];
});

describe('docs/asvs.md', () => {
  it('has every requirement of levels 1 and 2 once', () => {
    const wanted = Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
      counts.flatMap((count, section) =>
        Array.from({ length: count }, (_, at) => `${chapter.slice(1)}.${section + 1}.${at + 1}`),
      ),
    );
    expect(rows.map(({ id }) => id)).toEqual(wanted);
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(LEVEL_1);
    expect(rows.every(({ level }) => level === '1' || level === '2')).toBe(true);
  });

  it('says of each whether it holds, and shows or explains it', () => {
    const answers = new Set(['yes', 'partly', 'no', 'operator', 'n/a']);
    expect(rows.filter(({ holds }) => !answers.has(holds))).toEqual([]);
    expect(rows.filter(({ holds, where }) => holds !== 'n/a' && where.length < 10)).toEqual([]);
  });

  it('names only files that exist', async () => {
    const named = new Set(
      [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*|[\w-]+\.(?:md|json)|Dockerfile)`/g)].map(([, file = '']) => file),
    );
    const paths = [...named].filter((file) => !file.startsWith('/'));
    expect(paths.filter((file) => file.endsWith('.test.ts')).length).toBeGreaterThan(50);
    const missing = await Promise.all(
      paths.map((file) =>
        access(path.join(root, file)).then(
          () => null,
          () => file,
        ),
      ),
    );
    expect(missing.filter((file) => file !== null)).toEqual([]);
  });

  it('sums up its rows correctly', () => {
    const count = (answer: string) => rows.filter(({ holds }) => holds === answer).length;
    expect(text).toContain(
      `Of ${rows.length} requirements, ${count('yes')} hold, ${count('partly')} hold in part, ${count('no')} do not, ${count('operator')} are the operator's, and ${count('n/a')} do not apply.`,
    );
    for (const { id } of rows.filter(({ holds }) => holds === 'no')) expect(text).toContain(`- **${id}** `);
  });
});
