import { eventually } from '#server/db/testing/eventually.ts';
import type { Leftovers, TestLectern } from './lectern.ts';

/** What lies about once finished uploads have cleared up, which they do when they have answered. */
export function settled(lectern: TestLectern): Promise<Leftovers> {
  return eventually<Leftovers | null>(async () => {
    const left = await lectern.leftovers();
    return left.temporary.length === 0 ? left : null;
  });
}
