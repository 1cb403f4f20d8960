import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import { AREAS, type Area, type Language, type Texts } from '#web/locales/areas.ts';
import { readSetting, writeSetting } from './settings.ts';
import { whenConnected } from './when-connected.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: Texts };
  }
}

let language: Language = 'en';
/** Areas loaded so far; switching the language loads the same areas. */
const wanted = new Set<Area>(['base']);

/**
 * Loads the texts that every page needs; `withTexts` loads the rest. There is no fallback language, because every language has
 * every text.
 */
export async function startI18n(): Promise<void> {
  language = preferredLanguage();
  await i18n.use(initReactI18next).init({
    fallbackLng: false,
    defaultNS: 'app',
    ns: 'app',
    resources: {},
    interpolation: { escapeValue: false },
  });
  await applyLanguage();
}

/** Loads the texts of areas in the current language. */
async function loadTexts(...areas: readonly Area[]): Promise<void> {
  for (const area of areas) wanted.add(area);
  await Promise.all(areas.map((area) => fetchTexts(area, language)));
}

/** Loads a part of the application together with its texts, in parallel. It resolves when both are loaded. */
export function withTexts<Part>(load: () => Promise<Part>, ...areas: readonly Area[]): () => Promise<Part> {
  return async () => {
    const [part] = await whenConnected(() => Promise.all([load(), loadTexts(...areas)]));
    return part;
  };
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

async function applyLanguage(): Promise<void> {
  const applied = language;
  await Promise.all([...wanted].map((area) => fetchTexts(area, applied)));
  if (applied !== language) return; // the user has chosen another language meanwhile
  await i18n.changeLanguage(applied);
  document.documentElement.lang = applied;
}

async function fetchTexts(area: Area, wantedLanguage: Language): Promise<void> {
  i18n.addResourceBundle(wantedLanguage, 'app', await AREAS[area][wantedLanguage](), true, true);
}

function preferredLanguage(): Language {
  return (readSetting('language') ?? navigator.language).startsWith('de') ? 'de' : 'en';
}
