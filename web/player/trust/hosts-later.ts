import { ownUser } from '#web/lib/session.ts';
import { readSetting, type Setting, writeSetting } from '#web/lib/settings.ts';

const HOSTS_MAX = 50;

const settingOf = (deckId: string): Setting => `hosts-later.${ownUser().id}.${deckId}`;

/** Hosts about which this user has answered "not now" for this deck, in this browser. */
export function hostsForLater(deckId: string): string[] {
  return (readSetting(settingOf(deckId)) ?? '').split(' ').filter((host) => host !== '');
}

/** Remembers not to ask about these hosts again. Other hosts of the deck are still asked about. */
export function askLater(deckId: string, hosts: readonly string[]): void {
  const all = new Set([...hostsForLater(deckId), ...hosts]);
  writeSetting(settingOf(deckId), [...all].slice(-HOSTS_MAX).join(' '));
}
