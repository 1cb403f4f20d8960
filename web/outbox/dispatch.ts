import { type Fault, faultFrom, isTemporary } from '#web/lib/fault.ts';
import { RetryTimer } from '#web/lib/retry-timer.ts';
import type { Senders } from './senders.ts';
import { leftBehind, type Unsent, type UnsentInk, type UnsentNote } from './unsent.ts';
import type { UnsentList } from './unsent-list.ts';

interface Options {
  readonly list: UnsentList;
  readonly senders: Senders;
  /** Where the slide of a change is in the deck's current version; null if that is unknown. */
  readonly placeNow: (item: Unsent) => Promise<{ slideIndex: number; versionId: string } | null>;
  readonly clientId: string;
  /** Null if the browser has no Web Locks. */
  readonly locks: LockManager | null;
  /** The ids of the browser's open windows; null if unknown. */
  readonly windowsThere: () => Promise<ReadonlySet<string> | null>;
  /** Called when the server cannot be reached, so that everything waits. */
  readonly onFailure: () => void;
}

/** If open windows are unknown, a window without new changes for this long counts as gone. */
const SILENT_MS = 60_000;
/** Characters of JSON per request, well below the server's limit. */
const BATCH_MAX = 300_000;

/**
 * Sends the changes in the list and retries until the server has answered. Changes of this window are sent at once, those of
 * closed and crashed windows when there is a reason to expect success. Sending a change twice is harmless.
 */
export class Dispatch {
  readonly #options: Options;
  #running = false;
  #again = false;
  #leftToo = false;
  readonly #retry = new RetryTimer(1000, 3000, 10_000, 30_000);

  constructor(options: Options) {
    this.#options = options;
  }

  /** Sends new changes of this window. */
  nudge(): void {
    if (this.#running) this.#again = true;
    else if (!this.isFailing) void this.#run();
  }

  /** Whether the last attempt failed, so that the next one waits. */
  get isFailing(): boolean {
    return this.#retry.failures > 0;
  }

  /** Retries at once, because a connection, a session or a closed window makes success likely. */
  retryNow(): void {
    this.#retry.succeeded();
    this.#leftToo = true;
    this.nudge();
  }

  stop(): void {
    this.#retry.cancel();
  }

  async #run(): Promise<void> {
    this.#retry.cancel();
    this.#running = true;
    try {
      await this.#options.list.ready;
      await this.#sendAll();
      this.#retry.succeeded();
    } catch {
      this.#retryLater();
    }
    this.#running = false;
    if (!this.#again || this.isFailing) return;
    this.#again = false;
    void this.#run();
  }

  #retryLater(): void {
    this.#leftToo = true;
    this.#retry.failed();
    this.#retry.schedule(() => void this.#run());
    this.#options.onFailure();
  }

  async #sendAll(): Promise<void> {
    const { list, locks } = this.#options;
    if (list.items().every(({ refusal }) => refusal !== null)) return;
    await this.#send((item) => this.#isOwn(item));
    if (!this.#leftToo) return;
    this.#leftToo = false;
    if (locks === null) return this.#sendLeft();
    // One window sends them; others skip this.
    await locks.request('lectern-outbox', { ifAvailable: true }, async (lock) => lock && this.#sendLeft());
  }

  #isOwn(item: Unsent): boolean {
    return item.clientId === this.#options.clientId && (item.kind === 'ink' || item.released || item.due === true);
  }

  /** Whether an editor in this window has the note open. */
  #isEdited(note: UnsentNote): boolean {
    return note.clientId === this.#options.clientId && !note.released;
  }

  async #sendLeft(): Promise<void> {
    const there = await this.#options.windowsThere();
    const silent = Date.now() - SILENT_MS;
    const isGone = ({ clientId, keptAt }: Unsent): boolean => (there === null ? keptAt < silent : !there.has(clientId));
    await this.#send(
      (item) => item.clientId !== this.#options.clientId && (isGone(item) || (item.kind === 'note' && item.released)),
    );
  }

  async #send(matches: (item: Unsent) => boolean): Promise<void> {
    for (;;) {
      const [first, ...more] = this.#options.list.items().filter((item) => item.refusal === null && matches(item));
      if (first === undefined) return;
      if (first.kind === 'note') await this.#sendNote(first);
      else await this.#sendInk(batchOf(first, more));
    }
  }

  /** Splits a refused batch, so that one bad stroke does not block the others. */
  async #sendInk(batch: readonly [UnsentInk, ...UnsentInk[]]): Promise<void> {
    const { list, senders } = this.#options;
    const [{ userId, deckId, slideIndex, versionId }] = batch;
    try {
      const [add, erase] = [batch.flatMap((item) => item.add), batch.flatMap((item) => item.erase)];
      await senders.ink({ userId, deckId, slideIndex, versionId, add, erase });
      for (const item of batch) list.sent(item);
    } catch (thrown) {
      const fault = faultFrom(thrown);
      if (isTemporary(fault)) throw fault;
      if (batch.length === 1) await this.#refuse(batch[0], fault);
      else for (const item of batch) await this.#sendInk([item]);
    }
  }

  async #sendNote(draft: UnsentNote): Promise<void> {
    const { list, senders, clientId } = this.#options;
    try {
      const outcome = await senders.note(draft.clientId === clientId ? draft : leftBehind(draft));
      const now = list.items().find(({ id }) => id === draft.id);
      // The user may have continued typing meanwhile.
      if (now?.kind !== 'note' || now.text !== draft.text) return;
      if (outcome.is === 'dropped') return;
      if (outcome.is === 'written') list.sent(now);
      // Its editor asks which text to keep.
      else if (this.#isEdited(now)) await list.put({ ...now, due: false });
      else await list.put({ ...now, theirs: outcome.theirs, refusal: { code: 'PRECONDITION_FAILED', message: '' } });
    } catch (thrown) {
      const fault = faultFrom(thrown);
      if (isTemporary(fault)) throw fault;
      await this.#refuse(draft, fault);
    }
  }

  /**
   * Moves a change of an earlier version to the slide's place in the current version, as the server does with notes and drawings.
   * Otherwise records the refusal.
   */
  async #refuse(item: Unsent, { code, message }: Fault): Promise<void> {
    const { list, placeNow } = this.#options;
    const place = code === 'VERSION_CHANGED' ? await placeNow(item) : null;
    const isElsewhere = place !== null && place.versionId !== item.versionId;
    await list.put(isElsewhere ? { ...item, ...place } : { ...item, refusal: { code, message } });
  }
}

/** The changes that can be sent with the first one: strokes on the same slide, up to the size limit. */
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
