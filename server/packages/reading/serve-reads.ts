import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { READY, type ReadAnswer, type ReadRequest } from './protocol.ts';

/**
 * The program of a thread that ends this process when its parent is gone: even a process in an endless loop, which no longer receives events.
 * It is a string because a thread that compiles TypeScript would take a further 17 MB.
 */
const END_WITH_PARENT = `
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) process.kill(process.pid, 'SIGKILL');
  }, 1000);
  require('node:worker_threads').parentPort.postMessage('watching');
`;

/**
 * Answers the read requests of the server that started this process, one after the other, and ends with that server.
 *
 * @param read its rejections are sent as `failed`
 */
export async function serveReads(read: (request: ReadRequest) => Promise<ReadAnswer>): Promise<void> {
  // The server ends its readers itself. A signal to the whole process group must not end an upload that is still running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  // A thread cannot start while this one is busy.
  await once(new Worker(END_WITH_PARENT, { eval: true }), 'message');
  // When memory runs out, Linux ends this process rather than the server. Elsewhere there is no such file.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
  // Only the server has the other end of the channel.
  process.on('message', (request) => void answer(read, request as ReadRequest));
  process.send?.(READY);
}

async function answer(read: (request: ReadRequest) => Promise<ReadAnswer>, request: ReadRequest): Promise<void> {
  const sent = await read(request).catch((error: unknown): ReadAnswer => ({ kind: 'failed', report: reportOf(error) }));
  process.send?.(sent);
}

function reportOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
