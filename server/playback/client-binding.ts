import type { Credential } from '#server/auth/actor.ts';

/** Where a request comes from, as coarse as a playback address is bound to it. */
export interface Client {
  /** As `wideNetworkOf` names it: an IPv4 /24 or an IPv6 /64. */
  readonly network: string;
  /** The family of its operating system and of its browser's engine, for example `apple-webkit`. */
  readonly platform: string;
}

/** How many clients may use one playback address: somebody may change between a few networks, home, office and a phone. */
export const CLIENTS_MAX = 4;

/** Markers in a `User-Agent`, the first that is found counts. */
type Families = readonly (readonly [marker: string, family: string])[];

/** The systems of Apple are one family: an iPad calls itself a Macintosh, but not where it loads media. Android can call itself desktop Linux. */
const SYSTEMS: Families = [
  ['Windows', 'windows'],
  ['Macintosh', 'apple'],
  ['iPhone', 'apple'],
  ['iPad', 'apple'],
  ['Android', 'linux'],
  ['Linux', 'linux'],
  ['CrOS', 'linux'],
];
/** Engines, not browsers: on an iPhone all browsers have that of Safari, and Safari loads media as AppleCoreMedia. */
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
 * What a grant keeps of the client that asked for it: a key's is bound to its network alone, because the program that asks
 * with a key is seldom the browser that shows the deck.
 */
export function boundTo({ kind }: Pick<Credential, 'kind'>, { network, platform }: Client): string {
  return kind === 'key' ? network : `${network} ${platform}`;
}

/** Whether a client is one of those that a grant keeps. */
export function admits(clients: readonly string[], { network, platform }: Client): boolean {
  return clients.includes(`${network} ${platform}`) || clients.includes(network);
}

function familyIn(userAgent: string, families: Families): string {
  const [, family = OTHER] = families.find(([marker]) => userAgent.includes(marker)) ?? [];
  return family;
}
