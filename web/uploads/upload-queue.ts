import type { Visibility } from '#shared/decks.ts';
import { faultFrom, type Fault } from '#web/lib/fault.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';
import { sendFile } from './send-file.ts';
import { UploadRate } from './upload-rate.ts';

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: 'waiting' | 'sending' | 'checking' | 'done' | 'refused' | 'cancelled';
  readonly sentBytes: number;
  readonly bytesPerSecond: number;
  readonly deckId?: string;
  readonly fault?: Fault;
}

/** Two at a time: enough to fill a line, few enough that the first one is soon there. */
const AT_ONCE = 2;
const jobs = new Map<number, { file: File; visibility: Visibility; abort: AbortController }>();
const listeners = new Set<() => void>();
let uploads: readonly Upload[] = [];
let nextId = 1;

/** Lives outside the pages, so that uploads go on while somebody browses. */
export const uploadQueue = {
  add: (files: Iterable<File>, visibility: Visibility): void => {
    for (const file of files) {
      const id = nextId++;
      jobs.set(id, { file, visibility, abort: new AbortController() });
      publish([...uploads, { id, name: file.name, sizeBytes: file.size, state: 'waiting', sentBytes: 0, bytesPerSecond: 0 }]);
    }
    startNext();
  },

  cancel: (id: number): void => {
    jobs.get(id)?.abort.abort();
    if (uploads.find((upload) => upload.id === id)?.state === 'waiting') update(id, { state: 'cancelled' });
  },

  retry: (id: number): void => {
    const job = jobs.get(id);
    if (job === undefined) return;
    jobs.set(id, { ...job, abort: new AbortController() });
    publish(
      uploads.map(({ fault: _, ...upload }) =>
        upload.id === id ? { ...upload, state: 'waiting', sentBytes: 0, bytesPerSecond: 0 } : upload,
      ),
    );
    startNext();
  },

  forget: (id: number): void => {
    jobs.delete(id);
    publish(uploads.filter((upload) => upload.id !== id));
  },

  all: (): readonly Upload[] => uploads,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function isRunning({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending' || state === 'checking';
}

function startNext(): void {
  const busy = uploads.filter(({ state }) => state === 'sending' || state === 'checking').length;
  const next = uploads.find(({ state }) => state === 'waiting');
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
      visibility: job.visibility,
      signal: job.abort.signal,
      onProgress: (sent) => {
        rate.add(sent, performance.now());
        // The body is a little larger than the file; the rest of the wait is the server looking at the package.
        const sentBytes = Math.min(sent, job.file.size);
        update(id, { sentBytes, bytesPerSecond: rate.bytesPerSecond(), state: sent >= job.file.size ? 'checking' : 'sending' });
      },
    });
    update(id, { state: 'done', deckId: deck.id });
    jobs.delete(id);
    void queryClient.invalidateQueries(trpc.decks.list.pathFilter());
  } catch (thrown) {
    update(id, job.abort.signal.aborted ? { state: 'cancelled' } : { state: 'refused', fault: faultFrom(thrown) });
  }
  startNext();
}

function update(id: number, change: Partial<Upload>): void {
  publish(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
}

function publish(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

globalThis.window?.addEventListener('beforeunload', (event) => {
  if (uploads.some(isRunning)) event.preventDefault();
});
