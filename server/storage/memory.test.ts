import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import type { BlobStoreConfig } from './create-blob-store.ts';
import { aDirectory, aStagedFile, openDescriptors } from './testing/files.ts';
import { s3FromEnvironment } from './testing/s3.ts';

const MIB = 1024 * 1024;
const PROGRAM = fileURLToPath(new URL('./testing/memory.ts', import.meta.url));
const hasProc = (await openDescriptors()) !== null;
const s3 = s3FromEnvironment();

/** The program collects garbage itself. A small young generation keeps other objects few between its collections. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=1'];

/** Fails if a process grows by 32 MiB or more when it stores 90 MiB or when it reads them. */
async function expectSmallGrowth(config: BlobStoreConfig, stagedOn?: string): Promise<void> {
  const [big, small] = [await aStagedFile(90 * MIB, stagedOn), await aStagedFile(10 * MIB, stagedOn)];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...FLAGS,
    PROGRAM,
    JSON.stringify(config),
    big.path,
    small.path,
  ]);
  const grown = JSON.parse(stdout) as { put: number; read: number };
  expect(grown.put / 1024).toBeLessThan(32);
  expect(grown.read / 1024).toBeLessThan(32);
}

describe.skipIf(!hasProc)('memory grows by less than 32 MiB for 90 MiB', () => {
  it('on the disk', async () => {
    await expectSmallGrowth({ kind: 'disk', directory: await aDirectory() });
  });

  it.skipIf(!existsSync('/dev/shm'))('on the disk, copied from another one', async () => {
    await expectSmallGrowth({ kind: 'disk', directory: await aDirectory() }, '/dev/shm');
  });

  it.skipIf(typeof s3 === 'string')('on S3', async () => {
    if (typeof s3 !== 'string') await expectSmallGrowth({ kind: 's3', ...s3 });
  });
});
