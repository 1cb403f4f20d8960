import { NOTE_BODY_MAX } from '#shared/limits.ts';
import type { Note } from '#shared/notes.ts';
import { type Fault, faultFrom, isTemporary } from '#web/lib/fault.ts';
import type { NoteBase } from '#web/outbox/unsent.ts';
import { mergeTexts } from './merge-texts.ts';
import { currentNoteOf } from './send-note.ts';

export type NoteStatus =
  | { is: 'clean' | 'dirty' | 'saving' | 'retrying' | 'tooLong' }
  | { is: 'refused'; fault: Fault }
  | { is: 'conflict'; theirs: Note | null };

export interface NoteState {
  readonly text: string;
  readonly status: NoteStatus;
  /** The note on the server; null if there is none yet. */
  readonly stored: Note | null;
}

/** Stores unsaved text on the device. */
export interface Draft {
  keep(text: string, base: NoteBase): void;
  drop(): void;
}

export interface NoteAutosaveOptions {
  stored: Note | null;
  startingText: string;
  save: (body: string, ifRevision: number) => Promise<Note>;
  draft: Draft;
  /** Unsaved text of an earlier visit, and the note it was based on. */
  left?: { readonly text: string; readonly base: NoteBase } | null;
}

const PAUSE_MS = 700;
const RETRY_MS = [2000, 5000, 15_000, 30_000] as const;

/**
 * Edits and saves the note of one slide. Each keystroke is stored on the device; the text is sent when typing pauses, with the
 * revision it is based on. Changes by others are merged; if both sides changed the same words, the user chooses.
 */
export class NoteAutosave {
  #state: NoteState;
  readonly #options: NoteAutosaveOptions;
  readonly #listeners = new Set<() => void>();
  /** The note that the current text is based on. */
  #base: NoteBase;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** A change by others that could not be applied yet; undefined if there is none. */
  #pending: Note | null | undefined;
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

  /** Saves unsaved text at once; called on leaving the slide, the page or the field. */
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

  /**
   * Applies the note that the server has now; null if it was deleted. Typed text is never lost: it is merged or left unchanged.
   */
  refresh(stored: Note | null): void {
    const { status } = this.#state;
    if (stored !== null && stored.revision <= this.#base.revision) return;
    if (status.is === 'saving' || this.#composing) this.#pending = stored;
    else if (status.is === 'conflict') this.#set({ stored, status: { is: 'conflict', theirs: stored } });
    else if (status.is === 'clean') this.#show(stored);
    else if (this.#rebase(stored)) this.#schedule(PAUSE_MS);
  }

  /** Tells whether an IME composition is active. The text must not change during one. */
  compose(composing: boolean): void {
    this.#composing = composing;
    if (!composing) this.#applyPending();
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

  /** Stops saving because the deck is closed. The caller hands unsaved text to the outbox. */
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

  /** Rebases the typed text on the changes of others. Returns false if both changed the same words. */
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
    this.#applyPending();
  }

  #fail(fault: Fault): void {
    if (fault.code === 'PRECONDITION_FAILED') return this.#resolveConflict(currentNoteOf(fault));
    if (!isTemporary(fault)) return this.#set({ status: { is: 'refused', fault } });
    this.#set({ status: { is: 'retrying' } });
    this.#schedule(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? PAUSE_MS);
    return this.#applyPending();
  }

  #resolveConflict(theirs: Note | null): void {
    this.#pending = undefined;
    // Sends the merged text at once, to leave little time for another conflict.
    if (this.#rebase(theirs)) void this.flush();
    else this.#set({ status: { is: 'conflict', theirs } });
  }

  #applyPending(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) this.refresh(pending);
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
