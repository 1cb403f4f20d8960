import type { IncomingMessage } from 'node:http';
import express, { type Request } from 'express';
import proxyAddress from 'proxy-addr';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/errors.ts';

/** The length of the longest IPv6 address with a zone (RFC 4291, 2.2: with an IPv4 part). A forwarded header can hold anything. */
const ADDRESS_MAX = 64;
/** Browsers send fewer than 300 characters. */
const USER_AGENT_MAX = 512;

/** The client's address, from forwarded headers only as far as `TRUST_PROXY` allows; at most 64 characters. */
export function addressOf(request: Request): string {
  if (request.ip === undefined) throw new AppError('VALIDATION_FAILED', 'The connection is gone.');
  return request.ip.slice(0, ADDRESS_MAX);
}

/** Whether an address is a proxy that `TRUST_PROXY` names. `hop` counts from the server; 0 is the peer of the connection. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/** The setting as Express compiles it. */
export function trustedProxies(trustProxy: Config['trustProxy']): TrustedProxies {
  const app = express();
  app.set('trust proxy', trustProxy);
  // Express does not type `get` for this setting.
  return app.get('trust proxy fn') as TrustedProxies;
}

/**
 * Does the same as `addressOf` for a request that does not pass through Express. Returns '' when the connection is closed. It calls
 * `proxy-addr`, as Express does, so that both read forwarded headers in the same way.
 */
export function rawAddressOf(request: IncomingMessage, proxies: TrustedProxies): string {
  const { remoteAddress = '' } = request.socket;
  if (request.headers['x-forwarded-for'] === undefined || remoteAddress === '') return remoteAddress;
  return proxyAddress(request, proxies).slice(0, ADDRESS_MAX);
}

/** Whether browsers treat an address as secure without https: these are the loopback names. */
export function isLoopback(host: string | undefined): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host ?? '');
}

/** The `User-Agent` of a request, cut to a length that is safe to store. */
export function userAgentOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return headers['user-agent']?.slice(0, USER_AGENT_MAX);
}
