import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** Stores the choice under the key that `public/first-paint.js` reads before the first paint. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => asScheme(readSetting('scheme')) ?? fallback,
  set: (scheme) => writeSetting('scheme', scheme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => writeSetting('scheme', null),
};

function asScheme(value: string | null): MantineColorScheme | undefined {
  return value === 'light' || value === 'dark' || value === 'auto' ? value : undefined;
}
