import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from '#web/locales/en.ts';
import { readSetting, writeSetting } from './settings.ts';

export type Language = 'en' | 'de';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: typeof en };
  }
}

/** English comes with the application, because it stands in for whatever else is missing; others are fetched when wanted. */
export async function startI18n(): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'app',
    resources: { en: { app: en } },
    interpolation: { escapeValue: false },
  });
  await applyLanguage(preferredLanguage());
}

export async function chooseLanguage(language: Language): Promise<void> {
  writeSetting('language', language);
  await applyLanguage(language);
}

export function currentLanguage(): Language {
  return i18n.language === 'de' ? 'de' : 'en';
}

async function applyLanguage(language: Language): Promise<void> {
  if (language === 'de' && !i18n.hasResourceBundle('de', 'app')) {
    const { de } = await import('#web/locales/de.ts');
    i18n.addResourceBundle('de', 'app', de);
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

function preferredLanguage(): Language {
  return (readSetting('language') ?? navigator.language).startsWith('de') ? 'de' : 'en';
}
