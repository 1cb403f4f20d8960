import { aFreePort } from '#server/testing/free-port.ts';
import { INSTANCES, startInstances } from './instances.ts';
import { type Lectern, type Settings, startOneLectern } from './one-lectern.ts';

export type { Lectern } from './one-lectern.ts';

/**
 * Starts the server of `npm start`; the web application must be built. Settings are environment variables; a function receives
 * the port, which is a free one. With `LECTERN_INSTANCES`, several processes share a database and a store behind one address, except
 * where a test leaves out `BASE_URL`, which instances need.
 */
export async function startLectern(choose: Settings | ((port: string) => Settings) = {}): Promise<Lectern> {
  const port = String(await aFreePort());
  const settings = typeof choose === 'function' ? choose(port) : choose;
  const isOne = INSTANCES === 1 || settings['BASE_URL'] === '';
  return isOne ? startOneLectern(port, settings) : startInstances(port, settings);
}
