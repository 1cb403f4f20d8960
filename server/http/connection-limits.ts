import type { Server, Socket } from 'node:net';
import type { Config } from '#server/config.ts';
import { trustedProxies } from './client-address.ts';
import { networkOf } from './network.ts';

/** How many connections one process accepts. */
export interface ConnectionLimits {
  readonly total: number;
  /** Per client, as `networkOf` counts clients. */
  readonly perClient: number;
  /** Whether an address is a proxy. Many clients connect through a proxy, so only `total` applies to it. */
  readonly isProxy: (address: string) => boolean;
}

/** The configured limits of one process. Workers share them equally, because connections are distributed in turn. */
export function connectionLimitsOf({
  connections,
  trustProxy,
  workers,
}: Pick<Config, 'connections' | 'trustProxy' | 'workers'>): ConnectionLimits {
  const proxies = trustedProxies(trustProxy);
  return {
    total: Math.ceil(connections.total / workers),
    perClient: Math.ceil(connections.perClient / workers),
    isProxy: (address) => proxies(address, 0),
  };
}

/** Closes connections over the limits as soon as they are made, so that one client cannot use up all of them. */
export function limitConnections(server: Server, { total, perClient, isProxy }: ConnectionLimits): void {
  server.maxConnections = total;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // The connection is already closed.
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
