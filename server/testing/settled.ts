import { eventually } from '#server/db/testing/eventually.ts';
import type { Leftovers, TestLectern } from './lectern.ts';

/** What is left after finished uploads have cleaned up, which they do after they have sent their response. */
export function settled(lectern: TestLectern): Promise<Leftovers> {
  return eventually<Leftovers | null>(async () => {
    const left = await lectern.leftovers();
    return left.temporary.length === 0 ? left : null;
  });
}
