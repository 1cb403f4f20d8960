import { lookup } from 'node:dns/promises';
import { connectRenderer, startRenderer } from 'deck-renderer';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { wideNetworkOf } from './http/network.ts';
import { LateRenderer } from './rendering/late-renderer.ts';
import type { Rendering } from './rendering/open-rendering.ts';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '']);

/** The renderer that the configuration names: a service, or a process of this server. Null if it is off. @param port of this server */
export function renderingOf({ host, renderer }: Config, port: number, log: Logger): Rendering | null {
  const { service, browser, searchPath } = renderer;
  if (service !== null) {
    const { url, origin } = service;
    const networks = () => networksOf(new URL(url).hostname);
    return { renderer: new LateRenderer(async () => connectRenderer({ url }), log), origin, networks };
  }
  if (browser === 'off') return null;
  const address = EVERY_ADDRESS.has(host) ? '127.0.0.1' : host;
  const open = () =>
    startRenderer({ browser: browser ?? undefined, path: searchPath, log: (line) => log.debug({ from: 'renderer' }, line) });
  return {
    renderer: new LateRenderer(open, log),
    origin: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    networks: () => networksOf(address),
  };
}

/** The networks of all addresses of a host, as playback addresses are bound to them. */
async function networksOf(host: string): Promise<string[]> {
  const addresses = await lookup(host.replaceAll(/^\[|\]$/g, ''), { all: true });
  return [...new Set(addresses.map(({ address }) => wideNetworkOf(address)))];
}
