import type { Server, Socket } from 'node:net';
import express from 'express';
import type { Config } from '#server/config.ts';
import { networkOf } from './network.ts';

/** How many connections one process takes. */
export interface ConnectionLimits {
  readonly total: number;
  /** Of one client, as `networkOf` counts them. */
  readonly perClient: number;
  /** Whether an address is a proxy's, through which many clients come: only `total` holds for it. */
  readonly isProxy: (address: string) => boolean;
}

/** The limits as they are configured. With several workers each takes its share: connections come to them in turn. */
export function connectionLimitsOf({
  connections,
  trustProxy,
  workers,
}: Pick<Config, 'connections' | 'trustProxy' | 'workers'>): ConnectionLimits {
  const app = express();
  app.set('trust proxy', trustProxy);
  // Express compiles the setting; what it asks is whether it believes the peer of a connection.
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return {
    total: Math.ceil(connections.total / workers),
    perClient: Math.ceil(connections.perClient / workers),
    isProxy: (address) => trusts(address, 0),
  };
}

/** Closes connections over the limits as soon as they come, so that one client leaves room for the others. */
export function limitConnections(server: Server, { total, perClient, isProxy }: ConnectionLimits): void {
  server.maxConnections = total;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Gone already.
    if (remoteAddress === undefined) return void socket.destroy();
    if (isProxy(remoteAddress)) return undefined;
    const client = networkOf(remoteAddress);
    const theirs = open.get(client) ?? 0;
    if (theirs >= perClient) return void socket.destroy();
    open.set(client, theirs + 1);
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
    return undefined;
  });
}
