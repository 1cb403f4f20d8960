import type { IncomingHttpHeaders } from 'node:http';
import type { VisitDevice } from '#shared/visits.ts';

/** What a request says about a visitor. None of it is stored but the kind of device. */
export interface VisitorClient {
  readonly address: string;
  readonly userAgent: string;
  /** The browser asks not to be tracked: `Sec-GPC` (Global Privacy Control) or `DNT`. */
  readonly wantsPrivacy: boolean;
}

export function visitorClientOf(headers: IncomingHttpHeaders, address: string, userAgent: string | undefined): VisitorClient {
  return { address, userAgent: userAgent ?? '', wantsPrivacy: headers['sec-gpc'] === '1' || headers['dnt'] === '1' };
}

/** Tablets with iPadOS say that they are computers, unless people ask for mobile pages. */
export function visitDeviceOf(userAgent: string): VisitDevice {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet';
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet';
  return /\biPhone\b|\biPod\b|\bMobile\b/.test(userAgent) ? 'phone' : 'computer';
}

/** The host of an address, as far as it is one of a page. Visitors can send anything. */
export function hostIn(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && host.length <= HOST_MAX ? host : null;
}

/** The longest name of a host (RFC 1035), with a port. */
const HOST_MAX = 260;
