import { isIP, isIPv4, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

const GROUPS = 8;
/** The part of an IPv6 address that a provider gives to one customer: a /64 (RFC 6177, RFC 7421). */
const NETWORK_GROUPS = 4;

/**
 * What limits count as one client: an IPv4 address, or the /64 of an IPv6 address, because its owner can use any address in it.
 * An IPv4 address written as an IPv6 address (::ffff:192.0.2.1) counts as the IPv4 address. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address.split('%', 1)[0] ?? address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  const prefix = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * The network that a client is assumed to stay in: an IPv4 /24, because providers and proxies change the last part of an address
 * from one connection to the next, or an IPv6 /64. `loopback` for the machine itself, `unknown` for text that is not an address.
 */
export function wideNetworkOf(address: string): string {
  const known = wideNetworks.get(address);
  if (known !== undefined) return known;
  const network = findWideNetwork(address);
  wideNetworks.set(address, network);
  return network;
}

/** Enough for the clients that play decks at the same time: each file of a slide asks for its network. */
const REMEMBERED = 1000;
const wideNetworks = new LRUCache<string, string>({ max: REMEMBERED });

function findWideNetwork(address: string): string {
  if (isIP(address) === 0) return 'unknown';
  const network = networkOf(address);
  if (network.startsWith('127.') || address === '::1') return 'loopback';
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [left = '', right] = address.split('::');
  const [before, after] = [numbersIn(left), numbersIn(right ?? '')];
  return [...before, ...Array<number>(GROUPS - before.length - after.length).fill(0), ...after];
}

/** The groups in a part of an address without `::`. An IPv4 address at its end makes two groups. */
function numbersIn(part: string): number[] {
  return part.split(':').flatMap((group) => {
    if (group === '') return [];
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 0xff];
}
