import { expect, test } from 'vitest';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from './languages.ts';

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

/** All texts of a language. */
async function textsOf(language: Language): Promise<Text[]> {
  const { load, loadLater } = LANGUAGES[language];
  return [...listTexts((await load()).texts), ...listTexts((await loadLater()).texts)];
}

/** The placeholders of each text, those of all its plural forms together. */
function placeholdersByKey(texts: readonly Text[]): Map<string, ReadonlySet<string>> {
  const groups = Map.groupBy(texts, ({ key }) => key);
  return new Map([...groups].map(([key, group]) => [key, new Set(group.flatMap(({ placeholders }) => [...placeholders]))]));
}

test.each(LANGUAGE_TAGS)('%s has a text for each plural form of the language and no others', async (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const counted = Map.groupBy(
    (await textsOf(language)).filter(({ form }) => form !== undefined),
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
  const texts = await textsOf(language);
  const expected = placeholdersByKey(await textsOf('en'));
  const differing = texts.filter(({ key, form, placeholders }) => {
    const all = expected.get(key) ?? new Set();
    // A text for one thing, or for none, may leave some out.
    const isWhole = form === undefined || form === 'other';
    return !placeholders.isSubsetOf(all) || (isWhole && placeholders.size < all.size);
  });
  expect(differing).toEqual([]);
});

test.each(LANGUAGE_TAGS)('the texts of %s that are loaded later replace none of the others', async (language) => {
  const [texts, later] = [(await LANGUAGES[language].load()).texts, (await LANGUAGES[language].loadLater()).texts];
  expect(Object.keys(later).filter((group) => Object.hasOwn(texts, group))).toEqual([]);
});
