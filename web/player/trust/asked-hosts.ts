import { DECK_HOSTS_MAX, DECK_HOSTS_MAX_CHARACTERS, isDeckHost } from '#shared/deck-hosts.ts';
import type { DeckTrust } from '#shared/playback.ts';

/** Users do not read longer lists before they answer. */
const SHOWN_MAX = 10;

/**
 * Blocked hosts that the user may be asked about. The deck can report anything, so hosts that its policy cannot have blocked and
 * hosts of this service are left out. At most `SHOWN_MAX` are returned.
 *
 * @param own hosts of this service
 */
export function askedHosts(reported: readonly string[], { network, hosts }: DeckTrust, own: readonly string[]): string[] {
  if (network !== 'ask') return [];
  const asked = reported.filter((host) => isDeckHost(host) && !hosts.includes(host) && !own.includes(host));
  return [...new Set(asked)].slice(0, SHOWN_MAX);
}

/** Whether the server accepts this many hosts for one deck. */
export function areFew(hosts: readonly string[]): boolean {
  return hosts.length <= DECK_HOSTS_MAX && hosts.join('').length <= DECK_HOSTS_MAX_CHARACTERS;
}
