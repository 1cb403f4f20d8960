import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aPackage } from '#server/testing/packages.ts';

/**
 * What a package can order `unruly-reader.ts` to do, synchronously: compute forever, wait until the test releases it, take more and more
 * memory, or exit.
 */
export type Order = 'spin' | 'hold' | 'allocate' | 'exit';

export const ORDER = /ORDER (spin|hold|allocate|exit) (\S+) END/;

/** The program to pass to `startLectern`. */
export const UNRULY_READER = new URL('unruly-reader.ts', import.meta.url);

/** Larger than what `ReadSchedule` calls small. */
const LARGE_BYTES = 70_000;

export interface OrderedPackage {
  readonly bytes: Uint8Array;
  /** Resolves with the reader's process id when it has begun to follow the order. */
  started(): Promise<number>;
  hasStarted(): boolean;
  /** Ends `hold`. */
  release(): Promise<void>;
}

/** A valid package with an order for the reader. */
export async function anOrderedPackage(order: Order, { large = true } = {}): Promise<OrderedPackage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-order-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const started = path.join(folder, 'started');
  // The file is empty for a moment.
  const readerId = () => (existsSync(started) ? Number(readFileSync(started, 'utf8')) || null : null);
  // Files that end in .mp4 are stored, not deflated.
  const files = { 'order.mp4': `ORDER ${order} ${folder} END`, 'ballast.mp4': randomBytes(large ? LARGE_BYTES : 10) };
  return {
    bytes: await aPackage({ title: order, files }),
    hasStarted: () => readerId() !== null,
    started: () => eventually(readerId),
    release: () => writeFile(path.join(folder, 'released'), ''),
  };
}
