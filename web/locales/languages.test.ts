import { expect, test } from 'vitest';
import { texts as english } from './en.ts';
import { LANGUAGE_TAGS, LANGUAGES } from './languages.ts';

interface Texts {
  readonly [key: string]: string | Texts;
}

/** A text with its key, which has no ending for a plural form. */
interface Text {
  readonly key: string;
  /** `one`, `other` …; `undefined` for texts that do not count anything. */
  readonly form: string | undefined;
  readonly placeholders: ReadonlySet<string>;
}

function listTexts(texts: Texts, path = ''): Text[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text !== 'string') return listTexts(text, `${path}${name}.`);
    const [, base = name, form] = /^(.*)_(zero|one|two|few|many|other)$/.exec(name) ?? [];
    return [{ key: `${path}${base}`, form, placeholders: new Set(text.match(/\{\{.*?\}\}/g)) }];
  });
}

/** The placeholders of each text, those of all its plural forms together. */
function placeholdersByKey(texts: readonly Text[]): Map<string, ReadonlySet<string>> {
  const groups = Map.groupBy(texts, ({ key }) => key);
  return new Map([...groups].map(([key, group]) => [key, new Set(group.flatMap(({ placeholders }) => [...placeholders]))]));
}

test.each(LANGUAGE_TAGS)('%s has a text for each plural form of the language and no others', async (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const counted = Map.groupBy(
    listTexts((await LANGUAGES[language].load()).texts).filter(({ form }) => form !== undefined),
    ({ key }) => key,
  );
  expect(counted.size).toBeGreaterThan(0);
  for (const [key, forms] of counted) {
    // A text for none (`_zero`) may be added in any language.
    const own = forms.flatMap(({ form }) =>
      form !== undefined && (form !== 'zero' || pluralCategories.includes(form)) ? [form] : [],
    );
    expect({ key, forms: own.toSorted() }).toEqual({ key, forms: pluralCategories.toSorted() });
  }
});

test.each(LANGUAGE_TAGS)('the texts of %s have the placeholders of the English ones', async (language) => {
  const texts = listTexts((await LANGUAGES[language].load()).texts);
  const expected = placeholdersByKey(listTexts(english));
  const differing = texts.filter(({ key, form, placeholders }) => {
    const all = expected.get(key) ?? new Set();
    // A text for one thing, or for none, may leave some out.
    const isWhole = form === undefined || form === 'other';
    return !placeholders.isSubsetOf(all) || (isWhole && placeholders.size < all.size);
  });
  expect(differing).toEqual([]);
});
