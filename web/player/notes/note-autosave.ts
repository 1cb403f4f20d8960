import { NOTE_BODY_MAX } from '#shared/limits.ts';
import type { Note } from '#shared/notes.ts';
import { faultFrom, isRecord, type Fault } from '#web/lib/fault.ts';

export type NoteStatus =
  | { is: 'clean' | 'dirty' | 'saving' | 'retrying' | 'tooLong' }
  | { is: 'refused'; fault: Fault }
  | { is: 'conflict'; theirs: Note | null };

export interface NoteState {
  readonly text: string;
  readonly status: NoteStatus;
  /** What the server has; null: nothing yet. */
  readonly stored: Note | null;
}

export interface NoteAutosaveOptions {
  stored: Note | null;
  startingText: string;
  save: (body: string, ifRevision: number) => Promise<Note>;
}

const PAUSE_MS = 700;
const RETRY_MS = [2000, 5000, 15_000, 30_000] as const;

/**
 * One slide's note while it is being typed: saved when the typing pauses, on the revision it was based
 * on, tried again while the server is away, and never thrown away without being asked.
 */
export class NoteAutosave {
  #state: NoteState;
  readonly #save: NoteAutosaveOptions['save'];
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor({ stored, startingText, save }: NoteAutosaveOptions) {
    this.#save = save;
    this.#state = { text: stored?.body ?? startingText, status: { is: 'clean' }, stored };
  }

  readonly state = (): NoteState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  edit(text: string): void {
    const { status } = this.#state;
    if (status.is === 'conflict' || status.is === 'saving') this.#set({ text });
    else if (text.length > NOTE_BODY_MAX) this.#set({ text, status: { is: 'tooLong' } });
    else this.#set({ text, status: { is: 'dirty' } });
    if (status.is !== 'conflict') this.#schedule(PAUSE_MS);
  }

  /** Saves what is not saved yet, at once: on leaving the slide, the page, the field. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const { text, status, stored } = this.#state;
    if (status.is !== 'dirty' && status.is !== 'retrying') return;
    this.#set({ status: { is: 'saving' } });
    try {
      const saved = await this.#save(text, stored?.revision ?? 0);
      this.#failures = 0;
      this.#settle(saved, text);
    } catch (thrown) {
      this.#fail(faultFrom(thrown));
    }
  }

  /** What the server has now. Typed text is not touched: the next save finds the difference. */
  refresh(stored: Note | null): void {
    if (this.#state.status.is !== 'clean' || (stored?.revision ?? 0) <= (this.#state.stored?.revision ?? 0)) return;
    this.#set({ stored, text: stored?.body ?? this.#state.text });
  }

  resolve(keep: 'mine' | 'theirs'): void {
    const { status } = this.#state;
    if (status.is !== 'conflict') return;
    const { theirs } = status;
    if (keep === 'theirs') return this.#set({ stored: theirs, text: theirs?.body ?? '', status: { is: 'clean' } });
    this.#set({ stored: theirs, status: { is: 'dirty' } });
    void this.flush();
  }

  isUnsaved(): boolean {
    return this.#state.status.is !== 'clean';
  }

  #settle(saved: Note, sent: string): void {
    const { text } = this.#state;
    if (text === sent) return this.#set({ stored: saved, status: { is: 'clean' } });
    this.#set({ stored: saved, status: { is: text.length > NOTE_BODY_MAX ? 'tooLong' : 'dirty' } });
    this.#schedule(PAUSE_MS);
  }

  #fail(fault: Fault): void {
    if (fault.code === 'PRECONDITION_FAILED') return this.#set({ status: { is: 'conflict', theirs: currentNote(fault) } });
    const passing = ['OFFLINE', 'UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED', 'UNEXPECTED'].includes(fault.code);
    if (!passing) return this.#set({ status: { is: 'refused', fault } });
    this.#set({ status: { is: 'retrying' } });
    this.#schedule(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? PAUSE_MS);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delayMs);
  }

  #set(change: Partial<NoteState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** The record that a 412 carries. */
function currentNote({ details: { current } }: Fault): Note | null {
  return isRecord(current) && typeof current['body'] === 'string' ? (current as Note) : null;
}
