import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A slow line to a server on this machine, shared by all connections over it. */
export interface SlowLine extends AsyncDisposable {
  /** What the browser opens in place of the server's own. */
  readonly origin: string;
  /** Where the line ends. */
  leadTo(origin: string): void;
}

interface Width {
  /** On the way down; requests are small. */
  readonly bytesPerSecond: number;
  /** From a request to the first byte of its answer, besides what the server takes. */
  readonly latencyMs: number;
}

/**
 * In place of Chromium's own throttling: that leaves out frames of another origin, as slides are, and now and then never
 * reads again what has come.
 */
export async function slowLine({ bytesPerSecond, latencyMs }: Width): Promise<SlowLine> {
  let serverPort = 0;
  /** When everything that is under way will have come, in milliseconds of `performance.now()`. */
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
  const relay = createServer((browser) => {
    const server = connect(serverPort, '127.0.0.1');
    open.add(browser.once('close', () => open.delete(browser)));
    // Either side may hang up at any time; the other hears of it.
    Promise.all([pipeline(browser, up, server), pipeline(server, down, browser)]).catch(() => undefined);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  return {
    origin: `http://localhost:${address.port}`,
    leadTo: (origin) => void (serverPort = Number(new URL(origin).port)),
    [Symbol.asyncDispose]: async () => {
      relay.close();
      for (const browser of open) browser.destroy();
      await once(relay, 'close');
    },
  };
}
