import { describe, expect, it } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { DiskReserve } from './disk-reserve.ts';

const full = expect.objectContaining({ code: 'STORAGE_FULL' });

/** A disk with `free` free bytes, of which 100 must stay free. */
function aDisk(free: number) {
  const disk = { free };
  return { disk, reserve: new DiskReserve({ freeBytes: () => Promise.resolve(disk.free), minFreeBytes: 100 }) };
}

describe('space for uploads', () => {
  it('includes what running uploads have announced', async () => {
    const { reserve } = aDisk(1000);
    const first = await reserve.hold(600);
    await expect(reserve.hold(400)).rejects.toEqual(full);
    using _second = await reserve.hold(300);
    first[Symbol.dispose]();
    using _third = await reserve.hold(600);
  });

  it('counts bytes once: as announced until they are written, then as used', async () => {
    const { disk, reserve } = aDisk(1000);
    using first = await reserve.hold(600);
    await first.write(400);
    disk.free = 600;
    await expect(reserve.hold(301)).rejects.toEqual(full);
    using _second = await reserve.hold(300);
  });

  it('is reserved in steps for an upload without an announced size', async () => {
    const { disk, reserve } = aDisk(20 * MIB);
    using upload = await reserve.hold(0);
    await upload.write(MIB);
    await expect(reserve.hold(13 * MIB)).rejects.toEqual(full);
    disk.free = 8 * MIB;
    await upload.write(7 * MIB);
    await expect(upload.write(MIB)).rejects.toEqual(full);
  });

  it('goes to the first of many simultaneous uploads, as far as it suffices', async () => {
    const { reserve } = aDisk(1000);
    const held = await Promise.allSettled([500, 500, 400, 400].map((bytes) => reserve.hold(bytes)));
    expect(held.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  });
});
