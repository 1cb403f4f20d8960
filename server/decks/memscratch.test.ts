import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type Content, packFilesTo, textContent } from 'deck-format/node';
import { expect, it } from 'vitest';
import { createDataDirectory } from '#server/db/testing/data-directory.ts';
import { aForm, anUpload } from '#server/testing/forms.ts';
import { cannotStart, joinFirst, startProcess } from '#server/testing/lectern-process.ts';
import { aPackage } from '#server/testing/packages.ts';

const reason = process.platform === 'linux' ? cannotStart : 'memory is read from /proc, which is Linux';
if (reason !== null) process.stderr.write(`The test of an upload's memory is left out: ${reason}\n`);

const MIB = 1024 * 1024;
const LIMIT_MIB = 64;

/** 90 MB that cannot be compressed, half of it in an entry that the server has to inflate all the same. */
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
  `an upload of 90 MB makes the server grow by less than ${LIMIT_MIB} MiB`,
  async () => {
    const directory = await createDataDirectory();
    const server = await startProcess(directory.path, JSON.parse(process.env['XENV'] ?? '{}'));
    const api = server.as(await joinFirst(server));
    await api.send('POST', '/api/decks', anUpload(await aPackage())); // code that is loaded at the first upload does not count
    const file = path.join(directory.path, 'large.stage');
    await aLargePackage(file);
    const { size } = await stat(file);
    expect(size).toBeGreaterThan(90_000_000);

    const before = await server.memory();
    const { headers, body } = aForm({ name: 'file', filename: 'large.stage', content: '@' });
    const [head, tail] = body.toString('latin1').split('\r\n@');
    const whole = Readable.from(concat([`${head}\r\n`, createReadStream(file), tail ?? '']));
    const answer = await api.send('POST', '/api/decks', {
      headers: { ...headers, 'content-length': body.length - 1 + size },
      body: whole,
    });
    expect(answer.status).toBe(201);
    const after = await server.memory();
    const grown = { peak: (after.peak - before.now) / 1024, now: (after.now - before.now) / 1024 };
    process.stderr.write(
      `An upload of ${(size / 1e6).toFixed(0)} MB: ${grown.peak.toFixed(1)} MiB more at the peak, ${grown.now.toFixed(1)} MiB afterwards\n`,
    );
    server.child.kill('SIGTERM');
    await server.ended;
    await directory.remove();
    expect(grown.peak).toBeLessThan(LIMIT_MIB);
  },
  120_000,
);

async function* concat(parts: readonly (string | Readable)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part, 'latin1');
    else yield* part;
  }
}
