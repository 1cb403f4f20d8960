import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Texts } from '#web/locales/en.ts';
import type { LaterTexts } from '#web/locales/later/en.ts';
import { isLanguage, LANGUAGE_TAGS, LANGUAGES, type Language } from '#web/locales/languages.ts';
import { writeSetting } from './settings.ts';
import { whenConnected } from './when-connected.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: Texts & LaterTexts };
  }
}

let language: Language = 'en';
/** Whether the texts in `web/locales/later` are needed. */
let needsLater = false;

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

/**
 * Loads a part of the application together with the texts in `web/locales/later`, which it needs. Texts that the library and the first
 * slide of a deck do not need are there, so that nobody waits for them. Without a connection it waits for one: see `whenConnected`.
 */
export async function withLaterTexts<Part>(load: () => Promise<Part>): Promise<Part> {
  needsLater = true;
  const [part] = await Promise.all([whenConnected(load), addLaterTexts(language)]);
  return part;
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
  const [{ texts }] = await Promise.all([whenConnected(LANGUAGES[applied].load), needsLater && addLaterTexts(applied)]);
  if (applied !== language) return; // the user has chosen another language meanwhile
  i18n.addResourceBundle(applied, 'app', texts);
  await i18n.changeLanguage(applied);
  document.documentElement.lang = applied;
}

async function addLaterTexts(to: Language): Promise<void> {
  const { texts } = await whenConnected(LANGUAGES[to].loadLater);
  i18n.addResourceBundle(to, 'app', texts);
}
