import { spawnSync } from 'node:child_process';

/** The throughput of a server under load. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** Whether there is a wrk to measure with. */
export function wrkIsInstalled(): boolean {
  return spawnSync('wrk', ['-v']).error === undefined;
}

interface Settings {
  readonly connections: number;
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
}

const UNITS: Record<string, number> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Runs wrk against one URL. It uses a single thread, to leave processor time for the server. @throws Error if a request fails */
export function wrk(url: string, { connections, seconds, headers }: Settings): Load {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = spawnSync('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...lines, url], { encoding: 'utf8' });
  const requests = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  const [, amount, unit] = /Transfer\/sec:\s+([\d.]+)(B|KB|MB|GB)/.exec(stdout) ?? [];
  if (requests === undefined || /Non-2xx|Socket errors: connect [1-9]/.test(stdout)) throw new Error(`${url}: ${stdout}`);
  return { requestsPerSecond: Number(requests), bytesPerSecond: Number(amount) * (UNITS[unit ?? ''] ?? 0) };
}
