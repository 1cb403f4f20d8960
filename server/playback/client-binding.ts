import type { Credential } from '#server/auth/actor.ts';

/** Where a request comes from, at the granularity to which a playback address is bound. */
export interface Client {
  /** As returned by `wideNetworkOf`: an IPv4 /24 or an IPv6 /64. */
  readonly network: string;
  /** The family of the operating system and of the browser engine, for example `apple-webkit`. */
  readonly platform: string;
}

/** How many clients may use one playback address. A user may switch between a few networks, such as home, office and phone. */
export const CLIENTS_MAX = 4;

/** Markers in a `User-Agent`. The first match wins. */
type Families = readonly (readonly [marker: string, family: string])[];

/**
 * Apple's systems are one family: an iPad calls itself a Macintosh, except when it loads media. Android can call itself desktop
 * Linux.
 */
const SYSTEMS: Families = [
  ['Windows', 'windows'],
  ['Macintosh', 'apple'],
  ['iPhone', 'apple'],
  ['iPad', 'apple'],
  ['Android', 'linux'],
  ['Linux', 'linux'],
  ['CrOS', 'linux'],
];
/** Engines, not browsers: every browser on an iPhone uses Safari's engine, and Safari loads media as AppleCoreMedia. */
const ENGINES: Families = [
  ['Firefox/', 'gecko'],
  ['Chrome/', 'blink'],
  ['AppleWebKit/', 'webkit'],
  ['AppleCoreMedia/', 'webkit'],
];
const OTHER = 'other';

/** @param userAgent at most 512 characters */
export function clientOf(network: string, userAgent = ''): Client {
  return { network, platform: `${familyIn(userAgent, SYSTEMS)}-${familyIn(userAgent, ENGINES)}` };
}

/**
 * How a grant stores the client that asked for it. A key's grant is bound to the network only, because the program that asks with
 * a key is rarely the browser that shows the deck.
 */
export function boundTo({ kind }: Pick<Credential, 'kind'>, { network, platform }: Client): string {
  return kind === 'key' ? network : `${network} ${platform}`;
}

/** Whether a client is one of those stored in a grant. */
export function admits(clients: readonly string[], { network, platform }: Client): boolean {
  return clients.includes(`${network} ${platform}`) || clients.includes(network);
}

function familyIn(userAgent: string, families: Families): string {
  const [, family = OTHER] = families.find(([marker]) => userAgent.includes(marker)) ?? [];
  return family;
}
