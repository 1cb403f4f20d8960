import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type ConnectionLimits, connectionLimitsOf, limitConnections } from './connection-limits.ts';

/** A server with limits that sends a greeting on every connection it accepts. */
async function aGreeter(limits: ConnectionLimits) {
  const server = createServer({ allowHalfOpen: false });
  limitConnections(server, limits);
  server.on('connection', (socket) => void (socket.destroyed || socket.on('error', () => undefined).write('hello')));
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  /** Opens a connection from an address of the loopback network. */
  const open = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    sockets.push(socket);
    const greeted = new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false));
    });
    return { socket, greeted };
  };
  return { open };
}

const noProxy = () => false;

describe.skipIf(process.platform !== 'linux')('connections', () => {
  it('of one client are limited, without affecting other clients', async () => {
    const { open } = await aGreeter({ total: 100, perClient: 3, isProxy: noProxy });
    const first = [open('127.0.0.2'), open('127.0.0.2'), open('127.0.0.2')];
    expect(await Promise.all(first.map(({ greeted }) => greeted))).toEqual([true, true, true]);
    expect(await open('127.0.0.2').greeted).toBe(false);
    expect(await open('127.0.0.3').greeted).toBe(true);
    const [closed] = first;
    closed?.socket.destroy();
    await expect.poll(() => open('127.0.0.2').greeted).toBe(true);
  });

  it('of a proxy are limited by the total only', async () => {
    const { open } = await aGreeter({ total: 5, perClient: 1, isProxy: (address) => address.endsWith('127.0.0.9') });
    const taken = Array.from({ length: 5 }, () => open('127.0.0.9').greeted);
    expect(await Promise.all(taken)).toEqual([true, true, true, true, true]);
    expect(await open('127.0.0.3').greeted).toBe(false);
  });
});

describe('the configured limits', () => {
  const limits = (env: Record<string, string>) => connectionLimitsOf(readConfig({ DATA_DIR: '/tmp', ...env }));

  it('are divided among workers', () => {
    expect(limits({})).toMatchObject({ total: 10_000, perClient: 1000 });
    expect(limits({ WORKERS: '3', MAX_CONNECTIONS: '100', MAX_CONNECTIONS_PER_CLIENT: '10' })).toMatchObject({
      total: 34,
      perClient: 4,
    });
  });

  it.each([
    ['', '10.0.0.1', false],
    ['1', '203.0.113.9', true],
    ['10.0.0.0/8, fd00::/8', '10.1.2.3', true],
    ['10.0.0.0/8, fd00::/8', 'fd00::1', true],
    ['10.0.0.0/8, fd00::/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8, fd00::/8', '203.0.113.9', false],
    ['loopback', '127.0.0.1', true],
  ])('with TRUST_PROXY=%s the peer %s counts as a proxy: %s', (setting, address, isProxy) => {
    expect(limits({ TRUST_PROXY: setting }).isProxy(address)).toBe(isProxy);
  });
});
