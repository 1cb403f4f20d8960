import { type Fault, faultFrom } from '#web/lib/fault.ts';
import { isPassing, type Senders } from './send-work.ts';
import type { Unsent, UnsentInk, UnsentNote } from './unsent.ts';
import type { UnsentList } from './unsent-list.ts';

interface Options {
  readonly list: UnsentList;
  readonly senders: Senders;
  /** Where the slide of some work is in the deck's current version; null: nobody can tell. */
  readonly placeNow: (item: Unsent) => Promise<{ slideIndex: number; versionId: string } | null>;
  readonly clientId: string;
  /** Null where the browser has none. */
  readonly locks: LockManager | null;
  /** The browser's windows that are there; null where nobody can tell. */
  readonly windowsThere: () => Promise<ReadonlySet<string> | null>;
  /** Whether what is sent now goes out under the name of whoever made it. */
  readonly isSamePerson: () => Promise<boolean>;
}

const RETRY_MS = [1000, 3000, 10_000, 30_000] as const;
/** Where nobody can tell whether a window is there, one that has kept nothing new for so long is taken to be gone. */
const SILENT_MS = 60_000;
/** Characters of JSON in one request: well below what the server takes. */
const BATCH_MAX = 300_000;

/**
 * Sends what lies in the list, again and again until the server has answered: this window's own work at once, what closed and
 * crashed windows have left when there is a reason to think that it may go through now. Sending twice does no harm.
 */
export class Dispatch {
  readonly #options: Options;
  #running = false;
  #again = false;
  #leftToo = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** There is new work of this window. */
  nudge(): void {
    if (this.#running) this.#again = true;
    else if (this.#failures === 0) void this.#run();
  }

  /** Something has changed for the better: a connection, a session, a window that is gone. */
  hurry(): void {
    this.#failures = 0;
    this.#leftToo = true;
    this.nudge();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running = true;
    try {
      await this.#options.list.ready;
      await this.#sendAll();
      this.#failures = 0;
    } catch {
      this.#retryLater();
    }
    this.#running = false;
    if (!this.#again || this.#failures > 0) return;
    this.#again = false;
    void this.#run();
  }

  #retryLater(): void {
    const wait = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)];
    this.#leftToo = true;
    this.#timer = setTimeout(() => void this.#run(), wait);
  }

  async #sendAll(): Promise<void> {
    const { list, locks, isSamePerson } = this.#options;
    if (list.items().every(({ refusal }) => refusal !== null)) return;
    if (!(await isSamePerson())) return;
    await this.#send((item) => this.#isOwn(item));
    if (!this.#leftToo) return;
    this.#leftToo = false;
    if (locks === null) return this.#sendLeft();
    // One window is enough; whoever else comes has nothing to do here.
    await locks.request('lectern-outbox', { ifAvailable: true }, async (lock) => lock && this.#sendLeft());
  }

  #isOwn(item: Unsent): boolean {
    return item.clientId === this.#options.clientId && (item.kind === 'ink' || item.released);
  }

  async #sendLeft(): Promise<void> {
    const there = await this.#options.windowsThere();
    const silent = Date.now() - SILENT_MS;
    const isGone = ({ clientId, keptAt }: Unsent): boolean => (there === null ? keptAt < silent : !there.has(clientId));
    await this.#send(
      (item) => item.clientId !== this.#options.clientId && (isGone(item) || (item.kind === 'note' && item.released)),
    );
  }

  async #send(isMeant: (item: Unsent) => boolean): Promise<void> {
    for (;;) {
      const [first, ...more] = this.#options.list.items().filter((item) => item.refusal === null && isMeant(item));
      if (first === undefined) return;
      if (first.kind === 'note') await this.#sendNote(first);
      else await this.#sendInk(batchOf(first, more));
    }
  }

  /** A batch that is refused is taken apart, so that one bad stroke keeps no good one back. */
  async #sendInk(batch: readonly [UnsentInk, ...UnsentInk[]]): Promise<void> {
    const { list, senders } = this.#options;
    const [{ deckId, slideIndex, versionId }] = batch;
    try {
      const [add, erase] = [batch.flatMap((item) => item.add), batch.flatMap((item) => item.erase)];
      await senders.ink({ deckId, slideIndex, versionId, add, erase });
      for (const item of batch) list.sent(item);
    } catch (thrown) {
      const fault = faultFrom(thrown);
      if (isPassing(fault)) throw fault;
      if (batch.length === 1) await this.#refuse(batch[0], fault);
      else for (const item of batch) await this.#sendInk([item]);
    }
  }

  async #sendNote(draft: UnsentNote): Promise<void> {
    const { list, senders } = this.#options;
    try {
      const outcome = await senders.note(draft);
      // Somebody may have gone on typing in it meanwhile.
      if (list.items().find(({ id }) => id === draft.id) !== draft) return;
      if (outcome.is === 'written') list.sent(draft);
      else await list.put({ ...draft, theirs: outcome.theirs, refusal: { code: 'PRECONDITION_FAILED', message: '' } });
    } catch (thrown) {
      const fault = faultFrom(thrown);
      if (isPassing(fault)) throw fault;
      await this.#refuse(draft, fault);
    }
  }

  /** What was made on a slide of an earlier version goes where that slide is now, as notes and drawings do. */
  async #refuse(item: Unsent, { code, message }: Fault): Promise<void> {
    const { list, placeNow } = this.#options;
    const place = code === 'VERSION_CHANGED' ? await placeNow(item) : null;
    const isElsewhere = place !== null && place.versionId !== item.versionId;
    await list.put(isElsewhere ? { ...item, ...place } : { ...item, refusal: { code, message } });
  }
}

/** What may go out together with the first: strokes of the same slide, up to the next that belongs to another. */
function batchOf(first: UnsentInk, more: readonly Unsent[]): [UnsentInk, ...UnsentInk[]] {
  const batch: [UnsentInk, ...UnsentInk[]] = [first];
  let size = JSON.stringify(first).length;
  for (const item of more) {
    if (item.kind !== 'ink' || item.deckId !== first.deckId) continue;
    if (item.slideIndex !== first.slideIndex || item.versionId !== first.versionId) continue;
    size += JSON.stringify(item).length;
    if (size > BATCH_MAX) break;
    batch.push(item);
  }
  return batch;
}
