import type { TFunction } from 'i18next';
import { readSetting } from '#web/lib/settings.ts';

/** A name by which the presenter may know this phone: the one from the last time, or what kind of device it is. */
export function guessDeviceName(t: TFunction): string {
  const { userAgent, maxTouchPoints } = navigator;
  const kept = readSetting('remote-name');
  if (kept !== null) return kept;
  if (userAgent.includes('iPhone')) return t('remote.nameOf.iphone');
  // An iPad says that it is a Mac; no Mac takes fingers.
  if (userAgent.includes('iPad') || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) return t('remote.nameOf.ipad');
  if (userAgent.includes('Android')) return t(userAgent.includes('Mobile') ? 'remote.nameOf.android' : 'remote.tablet');
  return t('remote.phone');
}
