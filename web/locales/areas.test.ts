import { expect, test } from 'vitest';
import { AREAS, type Area } from './areas.ts';

const areas = Object.keys(AREAS) as Area[];

test.each(areas)('the texts of %s say the same things in every language', async (area) => {
  const [en, de] = [outline(await AREAS[area].en()), outline(await AREAS[area].de())];
  expect(de.toSorted()).toEqual(en.toSorted());
});

interface Tree {
  readonly [name: string]: string | Tree;
}

/** Every key with its placeholders: none may have more, fewer or other ones than in English. */
function outline(texts: Tree, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const key = `${path}${name}`;
    if (typeof text !== 'string') return outline(text, `${key}.`);
    return [[key, ...(text.match(/\{\{.*?\}\}/g) ?? []).toSorted()].join(' ')];
  });
}
