import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Where to look: above the ports of well-known services, below those that systems give to outgoing connections
 * (32768 and up on Linux, 49152 and up elsewhere). No other program takes such a port by chance.
 */
const FIRST = 20_000;
const COUNT = 12_000;

/** A port on 127.0.0.1 that is free, for a server that must know its port before it listens, or listen on it again. */
export async function aFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer();
    const isFree = once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (!(await isFree)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
