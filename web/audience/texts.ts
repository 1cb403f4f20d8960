import { readSetting } from '#web/lib/settings.ts';

/** The language of the page: the one chosen in this browser, otherwise the first of the browser's that there is. */
export const language: 'en' | 'de' = languageOf([readSetting('language') ?? '', ...navigator.languages]);

function languageOf(wanted: readonly string[]): 'en' | 'de' {
  for (const tag of wanted) {
    if (/^de\b/i.test(tag)) return 'de';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

/** Chooses the texts of the page's language. */
export function inLanguage<Texts>(texts: { readonly en: Texts; readonly de: Texts }): Texts {
  return texts[language];
}

/** Puts values into a text: `{name}` stands for the value of that name. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
