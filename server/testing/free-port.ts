import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range of ports: above those of well-known services and below those that systems use for outgoing connections (from 32768 on Linux,
 * from 49152 elsewhere). No other program uses such a port by chance.
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
