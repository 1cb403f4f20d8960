import { eventually } from '#server/db/testing/eventually.ts';
import type { Leftovers, TestLectern } from './lectern.ts';

/** What is left once no temporary file is. A job removes its own after its result is stored, and an upload after its client has left. */
export function settled(lectern: TestLectern): Promise<Leftovers> {
  return eventually<Leftovers | null>(async () => {
    const left = await lectern.leftovers();
    return left.temporary.length === 0 ? left : null;
  });
}
