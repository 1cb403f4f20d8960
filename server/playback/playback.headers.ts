import type { ServerResponse } from 'node:http';
import { NOTHING_POLICY } from './deck-policy.ts';

/**
 * Headers of every answer where decks play. What is found gets its deck's own content policy instead; refusals
 * keep this one, which allows nothing.
 */
export function setDeckHeaders(response: ServerResponse): void {
  setContentPolicy(response, NOTHING_POLICY);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  // Names that are looked up ahead could carry the deck's own address away.
  response.setHeader('X-DNS-Prefetch-Control', 'off');
  // Fonts, modules and fetch ask for it from the sandbox's opaque origin; the address itself is the secret.
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

export function setContentPolicy(response: ServerResponse, policy: string): void {
  response.setHeader('Content-Security-Policy', policy);
}
