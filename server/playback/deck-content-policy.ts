import { type Capability, requiredSandboxTokens } from 'deck-format';
import type { DeckNetwork } from '#shared/playback.ts';

/** A viewer's answer to what a deck asks for. */
export interface TrustAnswer {
  readonly hosts: readonly string[];
  /** Null: the viewer was not asked for any. */
  readonly capabilities: readonly Capability[] | null;
}

/** Rules for all decks of this server. */
export interface PlaybackRules {
  readonly network: DeckNetwork;
  /** Whether decks play at a different origin than the application. */
  readonly isSeparate: boolean;
}

/** What a deck may do for one viewer. */
export interface DeckContentPolicy {
  /** Other hosts that the deck may load from; `all`: every https host. */
  readonly hosts: readonly string[] | 'all';
  /** Tokens for the `sandbox` directive. */
  readonly sandbox: string[];
}

/**
 * @param answer null: the viewer has not answered; API keys never have an answer
 * @param settled the hosts that an editor of the deck has allowed for everyone; null: each viewer decides
 */
export function policyOf(
  answer: TrustAnswer | null,
  settled: readonly string[] | null,
  { network, isSeparate }: PlaybackRules,
): DeckContentPolicy {
  const requires = answer?.capabilities?.filter((capability) => isGrantable(capability, isSeparate)) ?? [];
  const hosts = { ask: settled ?? answer?.hosts ?? [], allow: 'all', block: [] } as const;
  return { hosts: hosts[network], sandbox: requiredSandboxTokens({ compat: { requires } }) };
}

/** A deck with scripts and an origin would have the application's origin, with full access to it, unless decks play elsewhere. */
export function isGrantable(capability: Capability, isSeparate: boolean): boolean {
  return isSeparate || !requiredSandboxTokens({ compat: { requires: [capability] } }).includes('allow-same-origin');
}

/**
 * The `Content-Security-Policy` of everything under one capability address. Deck code is not trusted. Every response has the
 * `sandbox` directive, so that it also applies when an address, including that of an SVG, is opened directly. Every response has
 * the load directives as well, because workers have a policy of their own.
 *
 * @param base the deck's capability address @param bridge the address of the bridge script
 */
export function contentPolicy({ hosts, sandbox }: DeckContentPolicy, { base, bridge }: { base: string; bridge: string }): string {
  const own = `${base} data: blob:`;
  const { pages, sockets } = sourcesOf(hosts, base.startsWith('https:'));
  const loads = [own, ...pages].join(' ');
  return [
    `sandbox ${sandbox.join(' ')}`,
    `default-src ${loads}`,
    `script-src ${loads} ${bridge} 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
    `style-src ${loads} 'unsafe-inline'`,
    `connect-src ${[loads, ...sockets].join(' ')}`,
    `worker-src ${own}`,
    `form-action 'none'`,
    `base-uri ${base}`,
  ].join('; ');
}

/** The policy of responses that are not part of a deck, mainly refusals. */
export const NOTHING_POLICY = "sandbox allow-scripts; default-src 'none'";

/**
 * Over plain http, for example on a local network, decks may have been made for plain http, so named hosts are allowed over
 * either scheme. `all` means encrypted hosts only: otherwise decks could probe the viewer's local network.
 */
function sourcesOf(hosts: DeckContentPolicy['hosts'], isSecure: boolean): { pages: string[]; sockets: string[] } {
  if (hosts === 'all') return { pages: ['https:'], sockets: ['wss:'] };
  const [page, socket] = isSecure ? ['https', 'wss'] : ['http', 'ws'];
  return { pages: hosts.map((host) => `${page}://${host}`), sockets: hosts.map((host) => `${socket}://${host}`) };
}
