import type { TFunction } from 'i18next';
import type { DeckTrust } from '#shared/playback.ts';
import { currentLanguage } from '#web/lib/i18n.ts';

type Capability = DeckTrust['requires'][number];

/** Joins words as a list in the user's language: "a, b and c". */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(words);
}

/** The text for a capability, as part of "This deck wants to …". */
export function wishWords(capability: Capability, t: TFunction): string {
  return t(`trust.wishes.${capability}`);
}

/** Warnings to show before the user allows these capabilities. */
export function warnings(capabilities: readonly Capability[], { sharedOrigin }: DeckTrust, t: TFunction): string[] {
  return [
    ...(sharedOrigin && capabilities.some((capability) => capability !== 'window-open') ? [t('trust.shared')] : []),
    ...(capabilities.includes('window-open') ? [t('trust.windows')] : []),
  ];
}
