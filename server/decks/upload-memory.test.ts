import { randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type Content, packFilesTo, textContent } from 'deck-format/node';
import { expect, it } from 'vitest';
import { createDataDirectory } from '#server/db/testing/data-directory.ts';
import { aForm, anUpload } from '#server/testing/forms.ts';
import {
  cannotStart,
  childrenOf,
  joinFirst,
  type LecternProcess,
  memoryOfProcess,
  startProcess,
} from '#server/testing/lectern-process.ts';
import { aPackage } from '#server/testing/packages.ts';

const reason = process.platform === 'linux' ? cannotStart : 'memory is read from /proc, which is Linux';
if (reason !== null) process.stderr.write(`The test of an upload's memory is skipped: ${reason}\n`);

const MIB = 1024 * 1024;
const LIMIT_MIB = 64;

/** A package of 90 MB of random bytes. Half of it is in an entry that is stored deflated and that the server must inflate. */
async function aLargePackage(target: string): Promise<void> {
  const chunk = randomBytes(MIB);
  const noise = (bytes: number) => ({ size: bytes, chunks: () => Readable.from(repeat(chunk, bytes / MIB)) });
  const files = new Map<string, Content>([
    ['1.html', textContent('<!doctype html><p>large</p>')],
    ['a.mp4', noise(45 * MIB)],
    ['b.bin', noise(45 * MIB)],
  ]);
  await packFilesTo(target, { title: 'Large', files });
}

function* repeat(chunk: Uint8Array, times: number): Generator<Uint8Array> {
  for (let at = 0; at < times; at += 1) yield chunk;
}

it.skipIf(reason !== null)(
  `an upload of 90 MB makes neither the server nor its reader process grow by ${LIMIT_MIB} MiB`,
  async () => {
    const directory = await createDataDirectory();
    const server = await startProcess(directory.path);
    const api = server.as(await joinFirst(server));
    await api.send('POST', '/api/decks', anUpload(await aPackage())); // the code that the first upload loads does not count
    const file = path.join(directory.path, 'large.stage');
    await aLargePackage(file);
    const { size } = await stat(file);
    expect(size).toBeGreaterThan(90_000_000);

    await forgetPeaks(server); // signing up takes more memory than an upload
    const before = await memoryOf(server);
    const { headers, body } = aForm({ name: 'file', filename: 'large.stage', content: '@' });
    const [head, tail] = body.toString('latin1').split('\r\n@');
    const whole = Readable.from(concat([`${head}\r\n`, createReadStream(file), tail ?? '']));
    const answer = await api.send('POST', '/api/decks', {
      headers: { ...headers, 'content-length': body.length - 1 + size },
      body: whole,
    });
    expect(answer.status).toBe(201);
    const after = await memoryOf(server);
    const grown = after.map(({ peak }, at) => (peak - (before[at]?.now ?? 0)) / 1024);
    const [ofServer, ofReader] = grown.map((mib) => mib.toFixed(1));
    process.stderr.write(
      `An upload of ${(size / 1e6).toFixed(0)} MB: at the peak ${ofServer} MiB more in the server, ${ofReader} MiB in the reader\n`,
    );
    server.child.kill('SIGTERM');
    await server.ended;
    await directory.remove();
    expect(grown).toHaveLength(2);
    for (const mib of grown) expect(mib).toBeLessThan(LIMIT_MIB);
  },
);

/** Resets the peak memory of both processes. */
async function forgetPeaks(server: LecternProcess): Promise<void> {
  for (const pid of processesOf(server)) await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** The memory of the server and of its reader process in KiB. */
function memoryOf(server: LecternProcess): Promise<{ now: number; peak: number }[]> {
  return Promise.all(processesOf(server).map(memoryOfProcess));
}

function processesOf(server: LecternProcess): number[] {
  return [server.child.pid ?? 0, ...childrenOf(server, 'server/packages/reading/reader.ts')];
}

async function* concat(parts: readonly (string | Readable)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part, 'latin1');
    else yield* part;
  }
}
