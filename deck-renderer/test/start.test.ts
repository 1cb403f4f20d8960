import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFrames, encodeFrame } from '../src/event-frames.ts';
import { findBrowser } from '../../e2e/support/browser.ts';
import { connectRenderer, startRenderer } from '../src/index.ts';
import { startWith } from '../src/start.ts';
import { browsersBelow } from '../testing/index.ts';

const options = { path: '', log: () => undefined };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'renderer-test-'));
  await chmod(folder, 0o755);
});
afterAll(async () => rm(folder, { recursive: true }));

async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

describe('there is no renderer, with a reason,', () => {
  it.each([
    ['if it is switched off', 'off', /switched off/],
    ['if the named browser does not exist', '/nowhere/chromium', /not a program that can be run/],
  ])('%s', async (_, browser, message) => {
    const starting = startRenderer({ ...options, browser });
    await expect(starting).rejects.toMatchObject({ name: 'RendererUnavailableError', message: expect.stringMatching(message) });
  });

  // On macOS the places of browsers do not depend on PATH.
  it.skipIf(process.platform === 'darwin')('if none is found', async () => {
    await expect(startRenderer({ ...options, browser: undefined })).rejects.toThrow(/No browser was found/);
  });

  it('if the sandbox of the browser does not work', async () => {
    const says = 'FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:126] No usable sandbox! Update your kernel';
    const browser = await program(
      'without-sandbox',
      `case "$*" in *--no-sandbox*) touch ${folder}/unsafe;; esac; echo "${says}" >&2; exit 1`,
    );
    await expect(startRenderer({ ...options, browser })).rejects.toMatchObject({
      name: 'RendererUnavailableError',
      message: expect.stringContaining('its sandbox does not work here'),
    });
  });

  it('if the browser is something else', async () => {
    const browser = await program('something-else', 'exit 0');
    await expect(startRenderer({ ...options, browser })).rejects.toMatchObject({ name: 'RendererUnavailableError' });
  });

  it('if nothing listens at the address of a renderer', async () => {
    const renderer = connectRenderer({ url: 'http://127.0.0.1:9' });
    await expect(renderer.check(new AbortController().signal)).rejects.toMatchObject({ name: 'RendererUnavailableError' });
  });
});

it('the browser may be a script that starts it, and the renderer has a lower priority than other programs', async () => {
  const { executablePath, env } = await findBrowser();
  const browser = await program('script', `"${executablePath}" "$@"`);
  const renderer = await startWith(
    { ...options, browser },
    {
      limits: {},
      browser: { sandbox: false, env, trustedKey: null },
      givesWay: true,
    },
  );
  await expect.poll(async () => browsersBelow(await renderer.pid())).toEqual([]);
  expect(getPriority(await renderer.pid())).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  await renderer.stop();
});

describe('the frames of a response', () => {
  const frames = [
    { header: { type: 'failed', index: 3, inner: null, reason: 'left' } as const, bytes: new Uint8Array() },
    {
      header: { type: 'picture', index: 0, inner: 1, step: 2, steps: 2, width: 320, height: 180, format: 'webp' } as const,
      bytes: new Uint8Array([1, 2, 3]),
    },
    { header: { type: 'done' } as const, bytes: new Uint8Array() },
  ];
  const bytes = Buffer.concat(frames.map(encodeFrame));

  async function* cut(size: number, end = bytes.length): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < end; at += size) yield bytes.subarray(at, Math.min(at + size, end));
  }

  it.each([1, 3, 7, 64, bytes.length])('are read whole from pieces of %i bytes', async (size) => {
    const read = await Array.fromAsync(decodeFrames(cut(size)));
    expect(read.map(({ header, bytes: own }) => ({ header, bytes: [...own] }))).toEqual(
      frames.map(({ header, bytes: own }) => ({ header, bytes: [...own] })),
    );
  });

  it('that end too early are an error', async () => {
    await expect(Array.fromAsync(decodeFrames(cut(7, bytes.length - 1)))).rejects.toThrow('ended inside an event');
  });
});
