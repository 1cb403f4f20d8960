import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prepareDataDirectory } from './data-directory.ts';

let parent = '';
const log = { warn: vi.fn<(fields: object, message: string) => void>() };
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lectern-modes-'));
  log.warn.mockClear();
});
afterEach(() => rm(parent, { recursive: true }));

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

it.each([
  ['an ordinary user', false, '700'],
  ['root, whose PostgreSQL runs as another user', true, '711'],
])('a directory that is created by %s', async (_, isRoot, mode) => {
  const path = join(parent, 'a', 'data');
  await prepareDataDirectory(path, log, isRoot);
  expect(await modeOf(path)).toBe(mode);
  await prepareDataDirectory(path, log, isRoot);
  expect(log.warn).not.toHaveBeenCalled();
});

it.each([
  ['an ordinary user', false, '700'],
  ['root', true, '711'],
])('a directory that others can read is closed by %s, and the log says so', async (_, isRoot, mode) => {
  await chmod(parent, 0o755);
  await prepareDataDirectory(parent, log, isRoot);
  expect(await modeOf(parent)).toBe(mode);
  expect(log.warn).toHaveBeenCalledOnce();
});

it('a directory that all users share on purpose, like /tmp, is not changed', async () => {
  await chmod(parent, 0o1777);
  await prepareDataDirectory(parent, log, false);
  expect(await modeOf(parent)).toBe('777');
  expect(log.warn).toHaveBeenCalledOnce();
});
