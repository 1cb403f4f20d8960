import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** The themes from which people choose. `auto` follows the system. */
export const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

const system = matchMedia('(prefers-color-scheme: dark)');
const $scheme = atom<ColorScheme>(COLOR_SCHEMES.find((scheme) => scheme === readSetting('scheme')) ?? 'auto');

/**
 * Applies a new choice. `public/first-paint.js` has applied the first one and follows the system, but does not know a choice that
 * could not be stored.
 */
export function followColorScheme(): void {
  $scheme.listen(apply);
  system.addEventListener('change', apply);
}

function apply(): void {
  const scheme = $scheme.get();
  document.documentElement.dataset['colorScheme'] = scheme === 'auto' ? (system.matches ? 'dark' : 'light') : scheme;
}

/** Chooses a theme and remembers it in this browser. */
export function chooseColorScheme(scheme: ColorScheme): void {
  writeSetting('scheme', scheme);
  $scheme.set(scheme);
}

/** The chosen theme. */
export function useColorScheme(): ColorScheme {
  return useStore($scheme);
}
