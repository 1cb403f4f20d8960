import type { ServerResponse } from 'node:http';

/**
 * Headers of everything that a deck consists of. Deck code is a stranger's: the sandbox is part of every
 * answer, so that it also holds when the address is opened by itself, an SVG's included.
 *
 * @param source the deck's own capability address and the bridge's: all that it may load
 */
export function setDeckHeaders(response: ServerResponse, { deck, bridge }: { deck: string; bridge: string }): void {
  const own = `${deck} data: blob:`;
  response.setHeader(
    'Content-Security-Policy',
    [
      'sandbox allow-scripts',
      `default-src ${own}`,
      `script-src ${own} ${bridge} 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
      `style-src ${own} 'unsafe-inline'`,
      `worker-src ${own}`,
      `form-action 'none'`,
      `base-uri ${deck}`,
    ].join('; '),
  );
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  // Fonts, modules and fetch ask for it from the sandbox's opaque origin; the address itself is the secret.
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}
