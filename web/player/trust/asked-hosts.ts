import { DECK_HOSTS_MAX, DECK_HOSTS_MAX_CHARACTERS, isDeckHost } from '#shared/deck-hosts.ts';
import type { DeckTrust } from '#shared/playback.ts';

/** More than that nobody reads before they answer. */
const SHOWN_MAX = 10;

/**
 * Hosts that a deck was kept from and may be asked about. What the deck reports is hearsay: hosts that its policy has
 * not blocked, or that are ours, are left out, and so is what comes after the first few.
 *
 * @param own hosts of this service
 */
export function askedHosts(reported: readonly string[], { network, hosts }: DeckTrust, own: readonly string[]): string[] {
  if (network !== 'ask') return [];
  const asked = reported.filter((host) => isDeckHost(host) && !hosts.includes(host) && !own.includes(host));
  return [...new Set(asked)].slice(0, SHOWN_MAX);
}

/** Whether the server takes so many hosts for one deck. */
export function areFew(hosts: readonly string[]): boolean {
  return hosts.length <= DECK_HOSTS_MAX && hosts.join('').length <= DECK_HOSTS_MAX_CHARACTERS;
}
