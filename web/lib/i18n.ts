import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Texts } from '#web/locales/en.ts';
import { isLanguage, LANGUAGE_TAGS, LANGUAGES, type Language } from '#web/locales/languages.ts';
import { writeSetting } from './settings.ts';
import { whenConnected } from './when-connected.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: Texts };
  }
}

let language: Language = 'en';

/**
 * Loads the texts of the language that `first-paint.js` has chosen. There is no fallback language, because every language has
 * every text.
 */
export async function startI18n(): Promise<void> {
  const { lang } = document.documentElement;
  if (isLanguage(lang)) language = lang;
  await i18n.use(initReactI18next).init({
    fallbackLng: false,
    defaultNS: 'app',
    ns: 'app',
    resources: {},
    interpolation: { escapeValue: false },
  });
  await applyLanguage();
}

/** Switches the language and remembers it in this browser. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  writeSetting('language', chosen);
  language = chosen;
  await applyLanguage();
}

/** The language of the interface. */
export function currentLanguage(): Language {
  return language;
}

/** The languages from which people choose, each by its own name. */
export function languageOptions(): { value: Language; label: string; lang: Language }[] {
  return LANGUAGE_TAGS.map((value) => ({ value, label: LANGUAGES[value].name, lang: value }));
}

async function applyLanguage(): Promise<void> {
  const applied = language;
  const { texts } = await whenConnected(LANGUAGES[applied].load);
  if (applied !== language) return; // the user has chosen another language meanwhile
  i18n.addResourceBundle(applied, 'app', texts);
  await i18n.changeLanguage(applied);
  document.documentElement.lang = applied;
}
