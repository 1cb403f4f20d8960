import { eventually } from '#server/db/testing/eventually.ts';
import type { Leftovers, TestLectern } from './lectern.ts';

/** What is left after uploads and jobs have removed their temporary files, which they do after their response is sent or their result stored. */
export function settled(lectern: TestLectern): Promise<Leftovers> {
  return eventually<Leftovers | null>(async () => {
    const left = await lectern.leftovers();
    return left.temporary.length === 0 ? left : null;
  });
}
