import { send } from './channel.ts';

/** More hosts than any real deck asks for; protects the player from a flood of reports. */
const HOSTS_MAX = 50;

/** Directives whose violations are not about loading something. */
const NO_LOADING = new Set(['form-action', 'base-uri', 'frame-ancestors', 'sandbox']);

/** Reports each host that the content policy blocked, once. Returns a function that sends all reports again. */
export function reportBlockedHosts(): () => void {
  const hosts = new Set<string>();
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    if (disposition === 'report' || NO_LOADING.has(effectiveDirective) || isIcon(blockedURI)) return;
    const host = hostOf(blockedURI);
    // A block on the player's own host cannot be lifted by allowing the host.
    if (host === null || host === location.host || hosts.has(host) || hosts.size >= HOSTS_MAX) return;
    hosts.add(host);
    send({ lectern: 'blocked', host });
  });
  return () => {
    for (const host of hosts) send({ lectern: 'blocked', host });
  };
}

/**
 * The host and port of an http or WebSocket address; null for `inline`, `data` and the like. The path is left out on purpose: the
 * player does not need it.
 */
function hostOf(blockedUri: string): string | null {
  const address = URL.parse(blockedUri);
  return address !== null && /^(?:https?|wss?):$/.test(address.protocol) && address.host !== '' ? address.host : null;
}

/**
 * The icon of a frame is never shown, but every Slidev build loads one from another host. Asking the user to allow it would be
 * noise.
 */
function isIcon(blockedUri: string): boolean {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')].some(({ href }) => href === blockedUri);
}
