import { ownUser } from '#web/lib/session.ts';
import { readSetting, type Setting, writeSetting } from '#web/lib/settings.ts';

/** The browser's storage is limited; no one agrees to more sites in one deck. */
const HOSTS_MAX = 50;

const settingOf = (deckId: string): Setting => `links.${ownUser().id}.${deckId}`;

/** Hosts to which links of this deck open without a question, as this user has agreed in this browser. */
function knownHosts(deckId: string): string[] {
  return (readSetting(settingOf(deckId)) ?? '').split(' ').filter((host) => host !== '');
}

export function isKnownHost(deckId: string, host: string): boolean {
  return knownHosts(deckId).includes(host);
}

export function rememberHost(deckId: string, host: string): void {
  const others = knownHosts(deckId).filter((known) => known !== host);
  writeSetting(settingOf(deckId), [...others, host].slice(-HOSTS_MAX).join(' '));
}
