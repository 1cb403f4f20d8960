import type { Request } from 'express';
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

/** Whether browsers take an address for trustworthy without https: the loopback names. */
export function isLoopback(host: string | undefined): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host ?? '');
}

/** What a request says of its browser, cut to a length that is fit to be kept. */
export function userAgentOf(request: Request): string | undefined {
  return request.get('user-agent')?.slice(0, USER_AGENT_MAX);
}
