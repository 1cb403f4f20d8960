import { eventually } from '#server/db/testing/eventually.ts';
import type { TestLectern } from '#server/testing/lectern.ts';

interface JobRow {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly blobKey: string | null;
}

/** The job that makes the pictures of a version. */
export async function jobOf({ database: { sql } }: TestLectern, versionId: string): Promise<JobRow> {
  const [job] = await sql<JobRow[]>`
    select id, state, attempts, error, blob_key as "blobKey" from render_jobs where version_id = ${versionId}`;
  if (job === undefined) throw new Error('the version has no job');
  return job;
}

/** The job that makes the pictures of a version, once it is in a state. */
export const ended = (lectern: TestLectern, versionId: string, state = 'done') =>
  eventually(async () => {
    const job = await jobOf(lectern, versionId);
    return job.state === state ? job : null;
  });

/** What is stored of the slides of a version, in the order of the deck. */
export const slidesOf = ({ database: { sql } }: TestLectern, versionId: string) =>
  sql`select slide_index as index, "inner", title, steps, width, "offset"::int, size_bytes as size from rendered_slides
    where version_id = ${versionId} order by position`;

/** How many slides a deck and its current version have, and whether there is a picture for its card. */
export const shownOf = async ({ database: { sql } }: TestLectern, deckId: string) => {
  const [deck] = await sql`
    select decks.shown_slide_count as shown, decks.has_picture as "hasPicture", versions.shown_slide_count as "inVersion"
    from decks join versions on versions.id = current_version_id where decks.id = ${deckId}`;
  return deck;
};
