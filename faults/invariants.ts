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
import { PAGE_SIZE_MAX } from '#shared/limits.ts';
import { noteListSchema } from '#shared/notes.ts';
import { type Client, digestOf } from './client.ts';
import { type KnownDeck, type Place, ViolationError } from './ledger.ts';

const strokesSchema = z.object({
  items: z.array(z.object({ payload: z.object({ strokes: z.array(z.object({ id: z.string() })) }) })),
});

const listSchema = z.object({
  items: z.array(z.object({ id: z.string(), fingerprint: z.string() })),
  nextCursor: z.string().nullable(),
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
  const unused = await unusedOf(packages, blobs);
  const outcomes = await Promise.all(sweeps.map((sweep) => sweep.run(new AbortController().signal, later)));
  // A sweep does not remove a large share of the files: it raises an alarm, and operators have to remove them by hand, as this does.
  if (outcomes.some((outcome) => 'alarm' in outcome)) for (const key of await unusedOf(packages, blobs)) await blobs.delete(key);
  await checkRows(repo, blobs);
  const left = await unusedOf(packages, blobs);
  if (left.length > 0) throw new ViolationError(`the sweep has left unused files: ${left.join(' ')}`);
  return unused.length;
}

/** The keys of the blobs to which no row refers. */
async function unusedOf(packages: PackagesRepo, blobs: BlobStore): Promise<string[]> {
  const keys = await Array.fromAsync(blobs.list(), ({ key }) => key);
  const live = await packages.liveBlobKeys(keys);
  return keys.filter((key) => !live.has(key));
}

async function checkRows(repo: DoctorRepo, blobs: BlobStore): Promise<void> {
  demandNothing((await checkBlobs({ repo, blobs, placeOf: (key) => key }, true)).findings);
}

function demandNothing(findings: readonly object[]): void {
  if (findings.length > 0) throw new ViolationError(`rows and blobs do not fit: ${JSON.stringify(findings)}`);
}

/**
 * Checks that everything which the server has acknowledged is there, that what it shows is whole, and that nothing else is there. No request
 * may be running: what a request did that was not acknowledged is then certain, and clients go on with it.
 *
 * @throws ViolationError
 */
export async function checkKnown(client: Client): Promise<void> {
  const there = await everyDeckOf(client);
  checkUnknown(client, there);
  for (const deck of client.decks) await checkDeck(client, deck, there.get(deck.id)?.place ?? 'gone');
  await checkScreen(client);
}

interface Shown {
  readonly place: Place;
  readonly digest: string;
}

/** The decks of a client in the library and in the trash, by their ids. */
async function everyDeckOf(client: Client): Promise<Map<string, Shown>> {
  const shown = async (path: string, place: Place) => {
    const { items, nextCursor } = listSchema.parse((await client.read(`${path}?limit=${PAGE_SIZE_MAX}`)).body);
    if (nextCursor !== null) throw new ViolationError(`there are more than ${PAGE_SIZE_MAX} decks in the ${place}`);
    return items.map(({ id, fingerprint }) => [id, { place, digest: fingerprint.replace('sha256-', '') }] as const);
  };
  return new Map([...(await shown('/api/decks', 'library')), ...(await shown('/api/trash', 'trash'))]);
}

/** Each deck that the client does not know must come from one request that was not acknowledged. */
function checkUnknown(client: Client, there: ReadonlyMap<string, Shown>): void {
  const known = new Set(client.decks.map(({ id }) => id));
  for (const [id, { place, digest }] of there)
    if (!known.has(id) && (place === 'trash' || !client.adopt(id, digest)))
      throw new ViolationError(`deck ${id} is in the ${place}, but was deleted for good, or made twice, or never`);
  client.possible.length = 0;
}

async function checkDeck(client: Client, { id, digest, place, note, strokes }: KnownDeck, found: Place): Promise<void> {
  const demand = (holds: boolean, what: string) => {
    if (!holds) throw new ViolationError(`deck ${id}: ${what}`);
  };
  demand(place.allows(found), `is in the ${found}, but should be in the ${place.toString()}`);
  place.settle(found);
  const blob = await client.read(`/api/decks/${id}/blob`);
  const status = found === 'library' ? 200 : 404;
  demand(blob.status === status, `its package was answered with ${blob.status}: ${blob.text.slice(0, 300)}`);
  if (found !== 'library') return;
  const bytes = digestOf(blob.bytes);
  demand(digest.allows(bytes), `its package is ${bytes}, but should be ${digest.toString()}`);
  digest.settle(bytes);
  const notes = noteListSchema.parse((await client.read(`/api/decks/${id}/notes`)).body);
  const body = notes.items.find(({ slideIndex }) => slideIndex === 0)?.body ?? null;
  demand(note.allows(body), `its note is ${body}, but should be ${note.toString()}`);
  note.settle(body);
  const ink = await strokesOf(client, id);
  for (const stroke of strokes) demand(ink.has(stroke), `its stroke ${stroke} was acknowledged and is lost`);
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
