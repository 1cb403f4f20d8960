import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ resolved: z.string().optional(), optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
});
const lockfile = join(import.meta.dirname, '..', 'package-lock.json');
const { packages } = lockfileSchema.parse(JSON.parse(await readFile(lockfile, 'utf8')));

/**
 * A native tool has one optional package per platform. `npm install` silently leaves a package out of the lockfile if it cannot
 * fetch it, and `npm ci` then rejects the lockfile on every machine. Fix: choose a version of the tool whose packages all exist.
 */
it('contains every optional dependency', () => {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !names.has(name)),
  );
  expect(missing).toEqual([]);
});

it('contains no registry URLs', () => {
  const resolved = Object.values(packages).flatMap((entry) => entry.resolved ?? []);
  expect(resolved.filter((address) => address.includes('://'))).toEqual([]);
});
