import type { IncomingMessage } from 'node:http';
import express, { type Request } from 'express';
import proxyAddress from 'proxy-addr';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/errors.ts';

/** The longest text of an IPv6 address (RFC 4291, 2.2: with an IPv4 part) and a zone. A forwarded header may hold anything. */
const ADDRESS_MAX = 64;
/** Those of browsers are under 300 characters long. */
const USER_AGENT_MAX = 512;

/** Where a request comes from, as far as `TRUST_PROXY` lets forwarded headers be believed; at most 64 characters. */
export function addressOf(request: Request): string {
  if (request.ip === undefined) throw new AppError('VALIDATION_FAILED', 'The connection is gone.');
  return request.ip.slice(0, ADDRESS_MAX);
}

/** Whether an address is that of a proxy which `TRUST_PROXY` names; `hop` counts from the server, 0 is the connection's peer. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/** The setting as Express compiles it. */
export function trustedProxies(trustProxy: Config['trustProxy']): TrustedProxies {
  const app = express();
  app.set('trust proxy', trustProxy);
  // `get` of an Express setting is not typed.
  return app.get('trust proxy fn') as TrustedProxies;
}

/**
 * The same as `addressOf`, for a request that does not pass through Express; empty when the connection is gone. It calls `proxy-addr`, as
 * Express does, so that both read forwarded headers alike.
 */
export function rawAddressOf(request: IncomingMessage, proxies: TrustedProxies): string {
  const { remoteAddress = '' } = request.socket;
  if (request.headers['x-forwarded-for'] === undefined || remoteAddress === '') return remoteAddress;
  return proxyAddress(request, proxies).slice(0, ADDRESS_MAX);
}

/** Whether browsers take an address for trustworthy without https: the loopback names. */
export function isLoopback(host: string | undefined): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host ?? '');
}

/** What a request says of its browser, cut to a length that is fit to be kept. */
export function userAgentOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return headers['user-agent']?.slice(0, USER_AGENT_MAX);
}
