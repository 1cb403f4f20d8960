import { type Capability, requiredSandboxTokens } from 'deck-format';
import type { DeckNetwork } from '#shared/playback.ts';

/** What a viewer has said of a deck. */
export interface TrustAnswer {
  readonly hosts: readonly string[];
  /** Null: they were not asked for any. */
  readonly capabilities: readonly Capability[] | null;
}

/** What holds for all decks of this server. */
export interface PlaybackRules {
  readonly network: DeckNetwork;
  /** Whether decks play at another origin than the application. */
  readonly isSeparate: boolean;
}

/** What one deck may do in the hands of one viewer. */
export interface DeckPolicy {
  /** Other hosts that it may load from; `all`: every one that speaks https. */
  readonly hosts: readonly string[] | 'all';
  /** Tokens of its sandbox. */
  readonly sandbox: string[];
}

/** @param answer null: nobody was asked; where there is but a key, nobody ever is */
export function policyOf(answer: TrustAnswer | null, { network, isSeparate }: PlaybackRules): DeckPolicy {
  const requires = answer?.capabilities?.filter((capability) => isGrantable(capability, isSeparate)) ?? [];
  const hosts = { ask: answer?.hosts ?? [], allow: 'all', block: [] } as const;
  return { hosts: hosts[network], sandbox: requiredSandboxTokens({ compat: { requires } }) };
}

/** An origin beside scripts would be the application's own, with everything in it, unless decks play elsewhere. */
export function isGrantable(capability: Capability, isSeparate: boolean): boolean {
  return isSeparate || !requiredSandboxTokens({ compat: { requires: [capability] } }).includes('allow-same-origin');
}

/**
 * The `Content-Security-Policy` of everything under one capability address. Deck code is a stranger's: the sandbox
 * is part of every answer, so that it also holds when the address is opened by itself, an SVG's included, and what
 * may be loaded is too, so that workers, which have a policy of their own, have the same.
 *
 * @param base the deck's capability address @param bridge that of our script in slides
 */
export function contentPolicy({ hosts, sandbox }: DeckPolicy, { base, bridge }: { base: string; bridge: string }): string {
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

/** Of what is no deck's, refusals above all. */
export const NOTHING_POLICY = "sandbox allow-scripts; default-src 'none'";

/**
 * Over plain http, as on a local network, decks may have been made for plain http too: a host that was named is allowed
 * either way. That all are allowed is said of encrypted ones alone, else decks could look around in the viewer's network.
 */
function sourcesOf(hosts: DeckPolicy['hosts'], isSecure: boolean): { pages: string[]; sockets: string[] } {
  if (hosts === 'all') return { pages: ['https:'], sockets: ['wss:'] };
  const [page, socket] = isSecure ? ['https', 'wss'] : ['http', 'ws'];
  return { pages: hosts.map((host) => `${page}://${host}`), sockets: hosts.map((host) => `${socket}://${host}`) };
}
