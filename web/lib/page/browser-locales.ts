/**
 * The locales that the browser asks for, the most wanted first. What is no language tag is left out, and so is the end of
 * `en-US@posix`, which Chrome names on a system without a locale (`LANG=C`).
 */
export function browserLocales(): Intl.Locale[] {
  return navigator.languages.flatMap((tag) => {
    try {
      return new Intl.Locale(tag.replace(/@.*/, ''));
    } catch {
      return [];
    }
  });
}
