import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a database whose connections can be cut. */
export interface DatabaseLine extends AsyncDisposable {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Closes all connections and refuses new ones until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Breaks all connections with a reset, which clients see as an error. */
  reset(): void;
}

/** Starts a TCP proxy to the database at `url`, which has a port or a unix socket. */
export async function aDatabaseLine(url: string): Promise<DatabaseLine> {
  const target = new URL(url);
  const directory = target.searchParams.get('host');
  const at =
    directory === null
      ? { host: target.hostname, port: Number(target.port || 5432) }
      : { path: `${directory}/.s.PGSQL.${target.searchParams.get('port') ?? 5432}` };
  const open = new Set<Socket>();
  const clients = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(at);
    clients.add(incoming.once('close', () => clients.delete(incoming)));
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      // `close` follows an error. When one end closes, so does the other.
      socket.on('error', () => undefined).once('close', () => (open.delete(socket), incoming.destroy(), outgoing.destroy()));
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const user = target.searchParams.get('user') ?? target.username;
  const password = target.searchParams.get('password') ?? target.password;
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}${target.pathname}`,
    cut,
    mend: () => listen(port),
    reset: () => clients.forEach((socket) => socket.resetAndDestroy()),
    [Symbol.asyncDispose]: () => (server.listening ? cut() : Promise.resolve()),
  };
}
