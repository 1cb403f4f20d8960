import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A TCP proxy that simulates a slow network. All connections share its bandwidth. */
export interface SlowProxy extends AsyncDisposable {
  /** The origin to open in the browser instead of the server's own. */
  readonly origin: string;
  /** Sets the server to which the proxy forwards. */
  forwardTo(origin: string): void;
}

interface Network {
  /** Download bandwidth. Uploads are not limited. */
  readonly bytesPerSecond: number;
  /** Time that is added to each request. */
  readonly latencyMs: number;
}

/**
 * Starts a slow proxy. Chromium's own throttling cannot be used: it does not apply to frames of another origin, such as slides, and
 * sometimes stalls a response.
 */
export async function startSlowProxy({ bytesPerSecond, latencyMs }: Network): Promise<SlowProxy> {
  let serverPort = 0;
  /** When all data so far will have been delivered, in milliseconds of `performance.now()`. */
  let freeAt = 0;
  async function* up(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      await delay(latencyMs);
      yield piece;
    }
  }
  async function* down(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      freeAt = Math.max(freeAt, performance.now()) + (piece.length / bytesPerSecond) * 1000;
      await delay(Math.max(0, freeAt - performance.now()));
      yield piece;
    }
  }
  const open = new Set<Socket>();
  const proxy = createServer((browser) => {
    const server = connect(serverPort, '127.0.0.1');
    open.add(browser.once('close', () => open.delete(browser)));
    // Either side may close its connection at any time. `pipeline` then closes the other one.
    Promise.all([pipeline(browser, up, server), pipeline(server, down, browser)]).catch(() => undefined);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    origin: `http://localhost:${address.port}`,
    forwardTo: (origin) => void (serverPort = Number(new URL(origin).port)),
    [Symbol.asyncDispose]: async () => {
      proxy.close();
      for (const browser of open) browser.destroy();
      await once(proxy, 'close');
    },
  };
}
