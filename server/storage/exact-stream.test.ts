import { Readable } from 'node:stream';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { exactly } from './exact-stream.ts';
import { BlobSizeError, StorageUnavailableError } from './storage-errors.ts';
import { drain } from './testing/files.ts';

const options = { what: 'test', length: 4, toError: (error: unknown) => new StorageUnavailableError(String(error)) };

async function* piecesThenThrow(): AsyncGenerator<Buffer> {
  yield Buffer.from('ab');
  throw new Error('reset');
}

describe('exactly', () => {
  it('passes on the bytes', async () => {
    const stream = exactly(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), options);
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('abcd');
  });

  it.each(['abc', 'abcde'])('fails for %s if four bytes are expected', async (text) => {
    await expect(drain(exactly(Readable.from([Buffer.from(text)]), options))).rejects.toThrow(BlobSizeError);
  });

  it('translates the error of its source', async () => {
    await expect(drain(exactly(Readable.from(piecesThenThrow()), options))).rejects.toThrow(/unavailable: Error: reset/);
  });

  it('fails when the source closes without an end', async () => {
    const source = new Readable({ read() {} });
    const stream = exactly(source, options);
    source.destroy();
    await expect(drain(stream)).rejects.toThrow('broke off');
  });

  it('fails when the source stalls while its reader waits', async () => {
    const source = new Readable({ read() {} });
    await expect(drain(exactly(source, { ...options, stallMs: 20 }))).rejects.toThrow('no byte for 20 ms');
    expect(source.destroyed).toBe(true);
  });

  it('has no time limit for the reader', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const half = Buffer.alloc(1024 * 1024);
    const stream = exactly(Readable.from([half, half]), { ...options, length: 2 * half.length });
    await new Promise((resolve) => stream.once('readable', resolve));
    vi.advanceTimersByTime(3_600_000);
    await drain(stream);
  });

  it('keeps an early error for a late reader', async () => {
    const source = new Readable({ read() {} });
    const stream = exactly(source, options);
    source.destroy(new Error('reset'));
    await new Promise((resolve) => stream.once('close', resolve));
    await expect(drain(stream)).rejects.toThrow('reset');
  });

  it('closes the source before it closes itself, read or not', async () => {
    const source = Readable.from([Buffer.from('abcd')]);
    const stream = exactly(source, options);
    const closed = new Promise<boolean>((resolve) => stream.once('close', () => resolve(source.closed)));
    stream.destroy();
    expect(await closed).toBe(true);
  });
});
