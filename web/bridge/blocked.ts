import { tell } from './channel.ts';

/** More than any honest deck asks for. */
const HOSTS_MAX = 50;

/** Violations of these are not about loading something. */
const NO_LOADING = new Set(['form-action', 'base-uri', 'frame-ancestors', 'sandbox']);

/** Tells the player which hosts the content policy has kept the deck from, each once. Gives a function that says it all again. */
export function reportBlockedHosts(): () => void {
  const hosts = new Set<string>();
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    if (disposition === 'report' || NO_LOADING.has(effectiveDirective) || isIcon(blockedURI)) return;
    const host = hostOf(blockedURI);
    // Asking for more of our own host than its own address is no wish that anybody could grant.
    if (host === null || host === location.host || hosts.has(host) || hosts.size >= HOSTS_MAX) return;
    hosts.add(host);
    tell({ lectern: 'blocked', host });
  });
  return () => {
    for (const host of hosts) tell({ lectern: 'blocked', host });
  };
}

/** The host of an address on the web, with its port if it has one; null for `inline`, `data` and the like. The path is nobody's business. */
function hostOf(blockedUri: string): string | null {
  const address = URL.parse(blockedUri);
  return address !== null && /^(?:https?|wss?):$/.test(address.protocol) && address.host !== '' ? address.host : null;
}

/** Nobody sees the icon of a frame, but every build of Slidev has one on another host. */
function isIcon(blockedUri: string): boolean {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')].some(({ href }) => href === blockedUri);
}
