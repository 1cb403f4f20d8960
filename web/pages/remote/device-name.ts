import type { TFunction } from 'i18next';
import { readSetting } from '#web/lib/settings.ts';

/** A default name for this phone: the last one used, or the kind of device. */
export function guessDeviceName(t: TFunction): string {
  const { userAgent, maxTouchPoints } = navigator;
  const kept = readSetting('remote-name');
  if (kept !== null) return kept;
  if (userAgent.includes('iPhone')) return t('remote.nameOf.iphone');
  // iPads identify as Macs, but Macs have no touch input.
  if (userAgent.includes('iPad') || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) return t('remote.nameOf.ipad');
  if (userAgent.includes('Android')) return t(userAgent.includes('Mobile') ? 'remote.nameOf.android' : 'remote.tablet');
  return t('remote.phone');
}
