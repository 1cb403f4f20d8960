import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { innerSchema } from './inner.ts';
import { innerNames, innerTitle } from './inner-names.ts';

const slide = (title: string, id: string | null = null) => ({ id, title });

describe('the names of inner slides', () => {
  it('are their ids, else their titles with the place among equal ones, else their positions', () => {
    expect(innerNames([slide('Welcome', 'intro'), slide('Figures'), slide(''), slide('Figures'), slide('End')])).toEqual([
      'id:intro',
      'title:1:Figures',
      'slide:3',
      'title:2:Figures',
      'title:1:End',
    ]);
  });

  it('stay the same when slides are moved, added and removed', () => {
    const [welcome, , end] = innerNames([slide('Welcome'), slide('Figures'), slide('The end', 'end')]);
    expect(innerNames([slide('New'), slide('Other words', 'end'), slide('Welcome')]).slice(1)).toEqual([end, welcome]);
  });

  it('do not use an id that two slides have', () => {
    expect(innerNames([slide('One', 'same'), slide('Two', 'same')])).toEqual(['title:1:One', 'title:1:Two']);
  });

  it('ignore differences in white space', () => {
    expect(innerNames([slide(' Two\n  lines ')])).toEqual(['title:1:Two lines']);
  });

  it('are different from each other and accepted by the API, whatever a document reports', () => {
    const text = fc.oneof(
      fc.constantFrom('', 'a', 'slide:1', 'title:1:a', '1:a', '\0', '\uD83D', 'x'.repeat(400), '🙂'.repeat(200), ' '),
      fc.string({ unit: 'binary' }),
    );
    const slides = fc.array(fc.record({ id: fc.option(text), title: text }), { maxLength: 30 });
    fc.assert(
      fc.property(slides, (reported) => {
        const names = innerNames(reported);
        expect(new Set(names).size).toBe(reported.length);
        for (const name of names) expect(innerSchema.safeParse(name).success).toBe(true);
      }),
    );
  });
});

it.each([
  ['id:intro', 'intro'],
  ['title:1:Welcome', 'Welcome'],
  ['title:2:Welcome: again', 'Welcome: again (2)'],
  ['slide:7', '7'],
  ['of another program', 'of another program'],
])('the title in %j is %j', (name, title) => {
  expect(innerTitle(name)).toBe(title);
});
