import { NOTE_BODY_MAX } from '#shared/limits.ts';
import type { Note } from '#shared/notes.ts';
import { type Fault, faultFrom } from '#web/lib/fault.ts';
import { isPassing, overtakingNote } from '#web/outbox/send-work.ts';
import type { NoteBase } from '#web/outbox/unsent.ts';
import { mergeTexts } from './merge-texts.ts';

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

/** Keeps what is typed on the device until it is saved. */
export interface Draft {
  keep(text: string, base: NoteBase): void;
  drop(): void;
}

export interface NoteAutosaveOptions {
  stored: Note | null;
  startingText: string;
  save: (body: string, ifRevision: number) => Promise<Note>;
  draft: Draft;
  /** Text that was left unsaved, and what it was changed from. */
  left?: { readonly text: string; readonly base: NoteBase } | null;
}

const PAUSE_MS = 700;
const RETRY_MS = [2000, 5000, 15_000, 30_000] as const;

/**
 * One slide's note while it is being typed: kept on the device with every key, saved when the typing pauses, on the revision
 * it is based on. What others change meanwhile is merged; where both changed the same words, the person chooses.
 */
export class NoteAutosave {
  #state: NoteState;
  readonly #options: NoteAutosaveOptions;
  readonly #listeners = new Set<() => void>();
  /** What the text was changed from. */
  #base: NoteBase;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** What has come while it could not be taken in; undefined: nothing. */
  #news: Note | null | undefined;
  #composing = false;

  constructor(options: NoteAutosaveOptions) {
    const { stored, startingText, left } = options;
    this.#options = options;
    this.#base = this.#baseOf(stored);
    this.#state = { text: stored?.body ?? startingText, status: { is: 'clean' }, stored };
    if (!left) return;
    this.#base = left.base;
    this.#state = { text: left.text, status: { is: 'dirty' }, stored };
    const isBehind = (stored?.revision ?? 0) > left.base.revision;
    if (isBehind && !this.#rebase(stored)) this.#state = { ...this.#state, status: { is: 'conflict', theirs: stored } };
    this.#schedule(PAUSE_MS);
  }

  readonly state = (): NoteState => this.#state;

  readonly base = (): NoteBase => this.#base;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  edit(text: string): void {
    const { status } = this.#state;
    if (status.is === 'conflict' || status.is === 'saving') this.#set({ text });
    else if (text.length > NOTE_BODY_MAX) this.#set({ text, status: { is: 'tooLong' } });
    else this.#set({ text, status: { is: 'dirty' } });
    this.#options.draft.keep(text, this.#base);
    if (status.is !== 'conflict') this.#schedule(PAUSE_MS);
  }

  /** Saves what is not saved yet, at once: on leaving the slide, the page, the field. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const { text, status } = this.#state;
    if (status.is !== 'dirty' && status.is !== 'retrying') return;
    this.#set({ status: { is: 'saving' } });
    try {
      const saved = await this.#options.save(text, this.#base.revision);
      this.#failures = 0;
      this.#settle(saved, text);
    } catch (thrown) {
      this.#fail(faultFrom(thrown));
    }
  }

  /** What the server has now; null: the note was deleted. Nothing that was typed is lost: it is merged, or left as it is. */
  refresh(stored: Note | null): void {
    const { status } = this.#state;
    if (stored !== null && stored.revision <= this.#base.revision) return;
    if (status.is === 'saving' || this.#composing) this.#news = stored;
    else if (status.is === 'conflict') this.#set({ stored, status: { is: 'conflict', theirs: stored } });
    else if (status.is === 'clean') this.#show(stored);
    else if (this.#rebase(stored)) this.#schedule(PAUSE_MS);
  }

  /** While letters are being composed (accents, Chinese, Japanese …) nothing may change under them. */
  compose(composing: boolean): void {
    this.#composing = composing;
    if (!composing) this.#takeNews();
  }

  resolve(keep: 'mine' | 'theirs'): void {
    const { status } = this.#state;
    if (status.is !== 'conflict') return;
    const { theirs } = status;
    this.#base = this.#baseOf(theirs);
    if (keep === 'theirs') return this.#show(theirs);
    this.#set({ stored: theirs, status: { is: 'dirty' } });
    void this.flush();
  }

  isUnsaved(): boolean {
    return this.#state.status.is !== 'clean';
  }

  /** The deck is left: whatever is unsaved is somebody else's to send. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #baseOf(stored: Note | null): NoteBase {
    return { revision: stored?.revision ?? 0, text: stored?.body ?? this.#options.startingText };
  }

  #show(stored: Note | null): void {
    this.#base = this.#baseOf(stored);
    this.#set({ stored, text: this.#base.text, status: { is: 'clean' } });
    this.#options.draft.drop();
  }

  /** Makes what others have written the ground of what was typed. False where both changed the same words. */
  #rebase(stored: Note | null): boolean {
    const { text } = this.#state;
    const base = this.#baseOf(stored);
    const merged = mergeTexts({ base: this.#base.text, mine: text, theirs: base.text });
    if (merged === null || (stored === null && this.#base.revision > 0)) return false;
    this.#base = base;
    if (stored !== null && merged === stored.body) {
      this.#show(stored);
      return true;
    }
    this.#set({ stored, text: merged, status: { is: merged.length > NOTE_BODY_MAX ? 'tooLong' : 'dirty' } });
    this.#options.draft.keep(merged, base);
    return true;
  }

  #settle(saved: Note, sent: string): void {
    const { text } = this.#state;
    this.#base = this.#baseOf(saved);
    if (text === sent) {
      this.#set({ stored: saved, status: { is: 'clean' } });
      this.#options.draft.drop();
    } else {
      this.#set({ stored: saved, status: { is: text.length > NOTE_BODY_MAX ? 'tooLong' : 'dirty' } });
      this.#options.draft.keep(text, this.#base);
      this.#schedule(PAUSE_MS);
    }
    this.#takeNews();
  }

  #fail(fault: Fault): void {
    if (fault.code === 'PRECONDITION_FAILED') return this.#overtaken(overtakingNote(fault));
    if (!isPassing(fault)) return this.#set({ status: { is: 'refused', fault } });
    this.#set({ status: { is: 'retrying' } });
    this.#schedule(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? PAUSE_MS);
    return this.#takeNews();
  }

  #overtaken(theirs: Note | null): void {
    this.#news = undefined;
    // Merged, it is sent at once: the less time there is for being overtaken again the better.
    if (this.#rebase(theirs)) void this.flush();
    else this.#set({ status: { is: 'conflict', theirs } });
  }

  #takeNews(): void {
    const news = this.#news;
    this.#news = undefined;
    if (news !== undefined) this.refresh(news);
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
