import type { Request } from 'express';
import { addressOf, userAgentOf } from '#server/http/client-address.ts';
import { CLIENT_ADDRESS_HEADER, toHeaders } from './better-auth.ts';

/** The browser or program that signs in. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
}

export function clientOf(request: Request): Client {
  return { address: addressOf(request), userAgent: userAgentOf(request), cookie: request.headers.cookie };
}

/** What a new session records about the client, as headers for the auth library. */
export function headersOf({ address, userAgent }: Client): Headers {
  return toHeaders({ [CLIENT_ADDRESS_HEADER]: address, 'user-agent': userAgent });
}
