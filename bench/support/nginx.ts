import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aFreePort } from '#server/testing/free-port.ts';

/** A running nginx. */
export interface Nginx extends AsyncDisposable {
  readonly origin: string;
}

/** Whether there is an nginx to compare with. */
export function nginxIsInstalled(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/**
 * Serves `root` on a free port, with precompressed `.gz` files and without an access log. `folder` is for nginx's temporary
 * files.
 */
export async function startNginx({
  root,
  folder,
  processes,
}: {
  root: string;
  folder: string;
  processes: number;
}): Promise<Nginx> {
  const port = await aFreePort();
  const config = join(folder, 'nginx.conf');
  await mkdir(join(folder, 'logs'), { recursive: true });
  await writeFile(
    config,
    `daemon off; worker_processes ${processes}; pid ${folder}/nginx.pid; error_log ${folder}/logs/error.log;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 512; }
     http {
       include /etc/nginx/mime.types; access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; gzip_static on;
       client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       server { listen 127.0.0.1:${port}; root ${root}; }
     }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', config], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  while ((await fetch(origin).catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error('nginx did not start.');
    await delay(20);
  }
  return { origin, [Symbol.asyncDispose]: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
