import { atom } from 'nanostores';
import type { DeckDetail, Visibility } from '#shared/decks.ts';
import { faultFrom, type Fault } from '#web/lib/fault.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';
import { type Destination, sendFile } from './send-file.ts';
import { UploadRate } from './upload-rate.ts';

export interface Upload {
  readonly id: number;
  readonly name: string;
  /** Set if the upload becomes a new version of a deck. */
  readonly replaces?: { readonly id: string; readonly title: string };
  readonly sizeBytes: number;
  readonly state: 'waiting' | 'sending' | 'checking' | 'done' | 'refused' | 'cancelled';
  readonly sentBytes: number;
  readonly bytesPerSecond: number;
  readonly deckId?: string;
  readonly fault?: Fault;
}

/** Callbacks for the end of an upload, on whatever page the user is then. */
interface UploadEnds {
  onDone: (deck: DeckDetail) => void;
  onRefused?: (fault: Fault) => void;
  onCancelled?: () => void;
}

interface Job {
  readonly file: File;
  readonly destination: Destination;
  readonly abort: AbortController;
  readonly ends?: UploadEnds;
}

/** Two at a time: enough to use the connection, few enough that the first one finishes soon. */
const AT_ONCE = 2;
const jobs = new Map<number, Job>();
/** All uploads of this visit, in the order in which they were added. */
export const $uploads = atom<readonly Upload[]>([]);
let nextId = 1;

/** Independent of pages, so that uploads continue while the user navigates. */
export const uploadQueue = {
  add: (files: Iterable<File>, visibility: Visibility, ends?: UploadEnds): void => {
    for (const file of files) enter(file, { destination: { visibility }, ...(ends && { ends }) });
    startNext();
  },

  /** Uploads a package as a new version of a deck. Returns the upload's id. */
  replace: ({ id: deckId, title }: { id: string; title: string }, file: File, ends: UploadEnds): number => {
    const id = enter(file, { destination: { deckId }, ends }, { replaces: { id: deckId, title } });
    startNext();
    return id;
  },

  cancel: (id: number): void => {
    jobs.get(id)?.abort.abort();
    if ($uploads.get().find((upload) => upload.id === id)?.state === 'waiting') endCancelled(id);
  },

  retry: (id: number): void => {
    const job = jobs.get(id);
    if (job === undefined) return;
    jobs.set(id, { ...job, abort: new AbortController() });
    $uploads.set(
      $uploads
        .get()
        .map(({ fault: _, ...upload }) =>
          upload.id === id ? { ...upload, state: 'waiting', sentBytes: 0, bytesPerSecond: 0 } : upload,
        ),
    );
    startNext();
  },

  forget: (id: number): void => {
    jobs.delete(id);
    $uploads.set($uploads.get().filter((upload) => upload.id !== id));
  },
};

/** Whether an upload is waiting, sending or being checked. */
export function isRunning({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending' || state === 'checking';
}

function enter(file: File, job: Pick<Job, 'destination' | 'ends'>, about: Pick<Upload, 'replaces'> = {}): number {
  const id = nextId++;
  jobs.set(id, { ...job, file, abort: new AbortController() });
  const { name, size: sizeBytes } = file;
  $uploads.set([...$uploads.get(), { id, name, sizeBytes, ...about, state: 'waiting', sentBytes: 0, bytesPerSecond: 0 }]);
  return id;
}

function startNext(): void {
  const busy = $uploads.get().filter(({ state }) => state === 'sending' || state === 'checking').length;
  const next = $uploads.get().find(({ state }) => state === 'waiting');
  if (busy >= AT_ONCE || next === undefined) return;
  void run(next.id);
  startNext();
}

async function run(id: number): Promise<void> {
  const job = jobs.get(id);
  if (job === undefined) return;
  const rate = new UploadRate();
  update(id, { state: 'sending' });
  try {
    const deck = await sendFile({
      file: job.file,
      destination: job.destination,
      signal: job.abort.signal,
      onProgress: (sent) => {
        rate.add(sent, performance.now());
        // The request body is slightly larger than the file. After that, the server checks the package.
        const sentBytes = Math.min(sent, job.file.size);
        update(id, { sentBytes, bytesPerSecond: rate.bytesPerSecond(), state: sent >= job.file.size ? 'checking' : 'sending' });
      },
    });
    update(id, { state: 'done', deckId: deck.id });
    jobs.delete(id);
    void queryClient.invalidateQueries(trpc.decks.list.pathFilter());
    job.ends?.onDone(deck);
  } catch (thrown) {
    if (job.abort.signal.aborted) endCancelled(id);
    else refuse(id, faultFrom(thrown));
  }
  startNext();
}

function endCancelled(id: number): void {
  update(id, { state: 'cancelled' });
  jobs.get(id)?.ends?.onCancelled?.();
}

function refuse(id: number, fault: Fault): void {
  update(id, { state: 'refused', fault });
  jobs.get(id)?.ends?.onRefused?.(fault);
}

function update(id: number, change: Partial<Upload>): void {
  $uploads.set($uploads.get().map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
}

globalThis.window?.addEventListener('beforeunload', (event) => {
  if ($uploads.get().some(isRunning)) event.preventDefault();
});
