import type { Texts } from './en.ts';
import type { LaterTexts } from './later/en.ts';
import type { Translated } from './translated.ts';

interface LanguageEntry {
  /** The name of the language in the language itself. */
  readonly name: string;
  /** Loads its texts. Each file of texts states the plural forms of its language; every language has `other`. */
  readonly load: () => Promise<{ readonly texts: Translated<Texts, 'other'> }>;
  /** Loads those of `later/`. */
  readonly loadLater: () => Promise<{ readonly texts: Translated<LaterTexts, 'other'> }>;
}

/** The languages of the application. The first one is for browsers that want none of them. Everything else follows from this list. */
export const LANGUAGES = {
  en: { name: 'English', load: () => import('./en.ts'), loadLater: () => import('./later/en.ts') },
  de: { name: 'Deutsch', load: () => import('./de.ts'), loadLater: () => import('./later/de.ts') },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof LANGUAGES;

/** The tags of `LANGUAGES`. */
export const LANGUAGE_TAGS: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage);

/** Whether `tag` is one of `LANGUAGES`. */
export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}
