import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { checkBlobs, checkStoredBlobs } from '#server/doctor/blobs-check.ts';
import { DoctorRepo } from '#server/doctor/doctor.repo.ts';
import { createLog } from '#server/log.ts';
import { BlobSweep } from '#server/packages/blob-sweep.ts';
import { PackagesRepo } from '#server/packages/packages.repo.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { createBlobStore } from '#server/storage/create-blob-store.ts';
import { noteListSchema } from '#shared/notes.ts';
import { type Client, digestOf } from './client.ts';
import { type KnownDeck, ViolationError } from './ledger.ts';

const strokesSchema = z.object({
  items: z.array(z.object({ payload: z.object({ strokes: z.array(z.object({ id: z.string() })) }) })),
});

/** Long enough for every blob to be older than the grace period of the sweep and of the doctor. */
const A_DAY_MILLISECONDS = 24 * 3_600_000;

/**
 * Checks rows against blobs, as `lectern doctor` does, and has unused blobs removed by two sweeps at once. No request may be running.
 *
 * @returns how many unused blobs were removed
 * @throws ViolationError if a row has no blob of its size and digest, or if the sweep removes a blob that is used
 */
export async function checkBlobsOf(config: Config): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const url = config.databaseUrl ?? '';
  const repo = opened.adopt(new DoctorRepo(url), (each) => each.close());
  const blobs = opened.adopt(await createBlobStore(config.storage), (each) => each.close());
  const database = opened.adopt(connectDatabase({ url, poolSize: 1 }), (each) => each.close());
  await checkRows(repo, blobs);
  const later = new Date(Date.now() + A_DAY_MILLISECONDS);
  const examined = { repo, blobs, placeOf: (key: string) => key };
  const stored = await checkStoredBlobs(examined, new Date());
  demandNothing(stored.findings.filter(({ what }) => what.includes('longer')));
  const packages = new PackagesRepo(database.db);
  const aged = {
    usesBlobs: () => packages.usesBlobs(),
    liveBlobKeys: (keys: readonly string[]) => packages.liveBlobKeys(keys),
    isBlobLive: (key: string) => packages.isBlobLive(key),
    now: () => Promise.resolve(later),
  };
  // As two instances that clean up at the same time.
  const sweeps = [0, 1].map(() => new BlobSweep({ repo: aged, blobs, log: createLog('silent') }));
  const before = await countOf(blobs);
  await Promise.all(sweeps.map((sweep) => sweep.run(new AbortController().signal, later)));
  await checkRows(repo, blobs);
  return before - (await countOf(blobs));
}

async function countOf(blobs: BlobStore): Promise<number> {
  return (await Array.fromAsync(blobs.list())).length;
}

async function checkRows(repo: DoctorRepo, blobs: BlobStore): Promise<void> {
  demandNothing((await checkBlobs({ repo, blobs, placeOf: (key) => key }, true)).findings);
}

function demandNothing(findings: readonly object[]): void {
  if (findings.length > 0) throw new ViolationError(`rows and blobs do not fit: ${JSON.stringify(findings)}`);
}

/**
 * Checks that everything which the server has acknowledged is there, and that what it shows is whole.
 *
 * @throws ViolationError
 */
export async function checkKnown(client: Client): Promise<void> {
  for (const deck of client.decks) await checkDeck(client, deck);
  await checkScreen(client);
}

async function checkDeck(client: Client, deck: KnownDeck): Promise<void> {
  const { id, digest, place, note, strokes } = deck;
  const demand = (holds: boolean, what: string) => {
    if (!holds) throw new ViolationError(`deck ${id}: ${what}`);
  };
  const blob = await client.read(`/api/decks/${id}/blob`);
  if (blob.status === 404)
    return demand(place.allows('trash') || place.allows('gone'), `is gone, but should be in ${place.toString()}`);
  demand(blob.status === 200, `its package was answered with ${blob.status}: ${blob.text.slice(0, 300)}`);
  demand(place.allows('library'), `is in the library, but should be in ${place.toString()}`);
  const found = digestOf(blob.bytes);
  demand(digest.allows(found), `its package is ${found}, but should be ${digest.toString()}`);
  const notes = noteListSchema.parse((await client.read(`/api/decks/${id}/notes`)).body);
  const body = notes.items.find(({ slideIndex }) => slideIndex === 0)?.body ?? null;
  demand(note.allows(body), `its note is ${body}, but should be ${note.toString()}`);
  const ink = await strokesOf(client, id);
  for (const stroke of strokes) demand(ink.has(stroke), `its stroke ${stroke} was acknowledged and is lost`);
  return undefined;
}

async function strokesOf(client: Client, id: string): Promise<Set<string>> {
  const { items } = strokesSchema.parse((await client.read(`/api/decks/${id}/annotations`)).body);
  return new Set(items.flatMap(({ payload }) => payload.strokes.map((stroke) => stroke.id)));
}

/** The events must have brought exactly the strokes that the server has, with ascending numbers and none twice. */
async function checkScreen(client: Client): Promise<void> {
  const { watched, screen } = client;
  if (watched === undefined) return;
  const drawn = await strokesOf(client, watched.id);
  await eventually(() => {
    client.connectScreen();
    return screen.ink.size >= drawn.size;
  });
  const missing = [...drawn].filter((id) => !screen.ink.has(id));
  const ascending = screen.numbers.every((number, at) => at === 0 || number > (screen.numbers[at - 1] ?? 0));
  if (missing.length > 0 || !ascending)
    throw new ViolationError(
      `the events of deck ${watched.id}: ${missing.length} strokes missing, numbers ${screen.numbers.join(' ')}`,
    );
}
