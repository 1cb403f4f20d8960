import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aFreePort } from '#server/testing/free-port.ts';
import { startNginx } from '#server/testing/nginx.ts';
import { startSharedParts } from '#server/testing/shared-parts.ts';
import { type Lectern, type Settings, startOneLectern } from './one-lectern.ts';

/** How many processes of the server each test uses. */
export const INSTANCES = Number(process.env['LECTERN_INSTANCES'] ?? 1);

/**
 * Starts servers with one PostgreSQL, and one bucket of the S3 service that the environment names, behind nginx, which gives
 * each request to the next of them.
 */
export async function startInstances(port: string, settings: Settings, count = INSTANCES): Promise<Lectern> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-instances-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const folders = Array.from({ length: count }, (_, index) => join(folder, String(index)));
  for (const each of [...folders, join(folder, 'nginx')]) await mkdir(each);
  const [firstFolder = ''] = folders;
  // Fixtures find the database in the folder of the first instance.
  const parts = opened.use(await startSharedParts(firstFolder, count + 1));
  const shared = {
    ...parts.settings,
    TRUST_PROXY: 'loopback',
    BASE_URL: `http://localhost:${port}`,
    ...settings,
  };
  const instances: Lectern[] = [];
  for (const DATA_DIR of folders) {
    const instance = await startOneLectern(String(await aFreePort()), { ...shared, DATA_DIR });
    instances.push(opened.use(instance));
  }
  const upstreams = instances.map(({ origin }) => origin.replace('http://localhost', '127.0.0.1'));
  opened.use(await startNginx({ port: Number(port), upstreams, folder: join(folder, 'nginx') }));
  const [first, last] = [instances[0], instances.at(-1)];
  if (first === undefined || last === undefined) throw new Error('LECTERN_INSTANCES is not a number of processes.');
  const all = opened.move();
  const stop = (): Promise<void> => all.disposeAsync();
  return {
    ...first,
    origin: `http://localhost:${port}`,
    // Each start of a server replaces the link.
    firstRunLink: () => last.firstRunLink(),
    get pid() {
      return first.pid;
    },
    output: () => instances.map((instance) => instance.output()).join(''),
    async restart() {
      for (const instance of instances) await instance.restart();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
