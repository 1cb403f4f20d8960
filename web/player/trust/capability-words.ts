import type { TFunction } from 'i18next';
import type { DeckTrust } from '#shared/playback.ts';

type Capability = DeckTrust['requires'][number];

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
