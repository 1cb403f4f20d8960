/**
 * The process of the renderer that `startRenderer` starts. It reads its options from the first line of its standard input and ends when that
 * stream does, however its parent ended.
 */
import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { childOptionsSchema } from './child-options.ts';
import { type RendererService, startService } from './service.ts';
import { becomeUser, setTemporaryDirectory } from './process-identity.ts';
import { createWorkFolder, removeOldFolders } from './work-folder.ts';

const input = createInterface({ input: process.stdin });
let service: RendererService | undefined;
let folder: string | undefined;

input.once('line', (line) => void start(line));
input.once('close', () => void stop());
// Ctrl+C reaches every process of the terminal; the parent decides.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('SIGTERM', () => void stop());

async function start(line: string): Promise<void> {
  const { token, browser, limits, userId, givesWay } = childOptionsSchema.parse(JSON.parse(line));
  // Browsers inherit it.
  if (givesWay) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  if (userId !== null) becomeUser(userId);
  await removeOldFolders();
  folder = createWorkFolder();
  setTemporaryDirectory(folder);
  const log = (text: string): void => void process.stderr.write(`${text}\n`);
  service = await startService({ browser, limits, token, host: '127.0.0.1', port: 0, log });
  process.stdout.write(`${JSON.stringify({ port: service.port })}\n`);
}

async function stop(): Promise<void> {
  await service?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  process.exit(0);
}
