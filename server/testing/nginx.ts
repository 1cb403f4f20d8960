import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '#server/db/testing/eventually.ts';
import { accepts, replaced, searchPath } from './programs.ts';

const RECIPE = path.join(import.meta.dirname, '../../deploy/nginx/lectern.conf');

interface NginxOptions {
  /** Where it listens on 127.0.0.1. */
  readonly port: number;
  /** Host and port of each server behind it. */
  readonly upstreams: readonly string[];
  /** For its files. */
  readonly folder: string;
}

/** Writes the configuration of `deploy/nginx`, without certificates and for every host name. Returns the arguments of the program. */
export async function configureNginx({ port, upstreams, folder }: NginxOptions): Promise<string[]> {
  const recipe = await readFile(RECIPE, 'utf8');
  const listening = replaced(replaced(recipe, 'listen 443 ssl', `listen 127.0.0.1:${port}`), /\n\tssl_.*\n\tssl_.*/, '');
  const servers = upstreams.map((upstream) => `server ${upstream} max_fails=0;`).join(' ');
  const server = replaced(
    replaced(listening, 'server 127.0.0.1:3000 max_fails=0;', servers),
    /server_name .*;/,
    'server_name _;',
  );
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const config = `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 4096; } http { access_log off; ${folders.join(' ')} ${server} }`;
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, config);
  return ['-c', file];
}

/** Starts nginx with that configuration. Rejects if it is not installed. */
export async function startNginx(options: NginxOptions): Promise<AsyncDisposable> {
  const child = spawn('nginx', await configureNginx(options), {
    cwd: options.folder,
    env: { PATH: searchPath() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'spawn');
  await eventually(() => child.exitCode !== null || accepts(options.port));
  if (child.exitCode !== null) throw new Error('nginx did not start.');
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  return {
    async [Symbol.asyncDispose]() {
      process.off('exit', killWithUs);
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
