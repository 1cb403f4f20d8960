import type { Server, Socket } from 'node:net';
import type { Config } from '#server/config.ts';
import { trustedProxies } from './client-address.ts';
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
  const proxies = trustedProxies(trustProxy);
  return {
    total: Math.ceil(connections.total / workers),
    perClient: Math.ceil(connections.perClient / workers),
    isProxy: (address) => proxies(address, 0),
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
