import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type IpcNetConnectOpts,
  type Server,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

type Target = TcpNetConnectOpts | IpcNetConnectOpts;

/** What is wrong with a line. */
export type Trouble =
  /** Open connections are reset, and so are new ones. */
  | { readonly kind: 'refuse' }
  /** Nothing passes, and nothing is closed, until the trouble ends. */
  | { readonly kind: 'silent' }
  /** Each piece arrives later. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Each connection is reset after this many bytes in both directions together. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Each piece that a client sends is answered with this HTTP status, and the connection is closed. */
  | { readonly kind: 'answer'; readonly status: number };

/** A TCP proxy on 127.0.0.1 between a client and a server, which can have trouble. */
export class Line implements AsyncDisposable {
  readonly #server: Server;
  readonly #target: () => Target;
  readonly #clients = new Set<Socket>();
  #trouble: Trouble | null = null;
  #over = Promise.withResolvers<void>();

  private constructor(target: () => Target) {
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#join(client));
  }

  /** @param target where each new connection leads */
  static async open(target: () => Target): Promise<Line> {
    const line = new Line(target);
    await once(line.#server.listen(0, '127.0.0.1'), 'listening');
    return line;
  }

  get port(): number {
    // `address()` is a string only for pipes.
    return (this.#server.address() as AddressInfo).port;
  }

  /** Begins trouble; null ends it. */
  set(trouble: Trouble | null): void {
    this.#trouble = trouble;
    this.#over.resolve();
    this.#over = Promise.withResolvers();
    if (trouble?.kind === 'refuse') this.reset();
  }

  /** Breaks all connections. */
  reset(): void {
    for (const client of this.#clients) client.resetAndDestroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.set(null);
    const closed = once(this.#server.close(), 'close');
    this.reset();
    await closed;
  }

  #join(client: Socket): void {
    if (this.#trouble?.kind === 'refuse') return void client.resetAndDestroy();
    const server = connect({ ...this.#target(), allowHalfOpen: true });
    this.#clients.add(client.once('close', () => this.#clients.delete(client)));
    // `close` follows an error. A connection that breaks on one side breaks on the other; only TCP connections can be reset.
    client.on('error', () => undefined).once('close', (broken) => broken && server.destroy());
    server.on('error', () => undefined).once('close', (broken) => broken && client.resetAndDestroy());
    const end = () => {
      const trouble = this.#trouble;
      if (trouble?.kind === 'answer') client.end(httpError(trouble.status));
      else client.resetAndDestroy();
      server.destroy();
    };
    const carried = { bytes: 0 };
    this.#carry(client, server, carried).catch(end);
    this.#carry(server, client, carried).catch(end);
    return undefined;
  }

  async #carry(from: Socket, to: Socket, carried: { bytes: number }): Promise<void> {
    // Streams are typed without their pieces.
    const pieces: AsyncIterable<Buffer> = from;
    for await (const piece of pieces) {
      await this.#pass(piece, carried);
      if (!to.write(piece)) await once(to, 'drain');
    }
    to.end();
  }

  /** Waits until a piece may pass. Rejects if the connection ends instead. */
  async #pass({ length }: Buffer, carried: { bytes: number }): Promise<void> {
    while (this.#trouble?.kind === 'silent') await this.#over.promise;
    const trouble = this.#trouble;
    carried.bytes += length;
    if (trouble?.kind === 'slow') await delay(trouble.milliseconds);
    if (trouble?.kind === 'answer' || (trouble?.kind === 'cut' && carried.bytes > trouble.afterBytes))
      throw new Error('the line has trouble');
  }
}

/** An error response in the form of S3. */
function httpError(status: number): string {
  const body = `<?xml version="1.0"?><Error><Code>${status === 503 ? 'SlowDown' : 'InternalError'}</Code></Error>`;
  const head = [
    `HTTP/1.1 ${status} Error`,
    'Content-Type: application/xml',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
