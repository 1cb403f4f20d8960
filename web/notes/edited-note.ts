import { NOTE_BODY_MAX } from '#shared/limits.ts';
import type { Note } from '#shared/notes.ts';
import { type Fault, isTemporary } from '#web/lib/fault.ts';
import type { NoteBase } from '#web/outbox/unsent.ts';
import { type NoteDraft, rebased } from './note-draft.ts';
import type { NoteProgress } from './send-note.ts';

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

/** The draft of one note in the outbox. */
export interface DraftStore {
  /** Stores the draft on the device. */
  keep(draft: NoteDraft): void;
  /** Sends the stored draft. Returns false if the server cannot be reached: the outbox then retries by itself. */
  send(): boolean;
  drop(): void;
  /** The stored draft; null if there is none. */
  stored(): NoteDraft | null;
}

export interface EditedNoteOptions {
  stored: Note | null;
  startingText: string;
  draft: DraftStore;
  /** Unsaved text of an earlier visit, and the note it was based on. */
  left?: NoteDraft | null;
}

const PAUSE_MS = 700;

/**
 * A note in an editor. Each keystroke is stored in the outbox, and when typing pauses, the outbox sends it. Changes by others
 * appear in the text as they arrive; if both sides changed the same words, the user chooses.
 */
export class EditedNote {
  #state: NoteState;
  readonly #options: EditedNoteOptions;
  readonly #listeners = new Set<() => void>();
  /** The note that the current text is based on. */
  #base: NoteBase;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A change by others that could not be applied yet; undefined if there is none. */
  #pending: Note | null | undefined;
  #composing = false;

  constructor(options: EditedNoteOptions) {
    const { stored, startingText, left } = options;
    this.#options = options;
    this.#base = this.#baseOf(stored);
    this.#state = { text: stored?.body ?? startingText, status: { is: 'clean' }, stored };
    if (!left) return;
    this.#base = left.base;
    this.#state = { text: left.text, status: { is: 'dirty' }, stored };
    const isBehind = (stored?.revision ?? 0) > left.base.revision;
    if (isBehind && !this.#rebase(stored)) this.#state = { ...this.#state, status: { is: 'conflict', theirs: stored } };
    else this.#schedule();
  }

  readonly state = (): NoteState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  edit(text: string): void {
    const { status } = this.#state;
    const waits = status.is === 'conflict' || status.is === 'saving';
    this.#set(waits ? { text } : { text, status: statusOf(text, status.is === 'retrying' ? 'retrying' : 'dirty') });
    this.#keep();
    if (status.is !== 'conflict') this.#schedule();
  }

  /** Sends unsaved text at once; called on leaving the slide, the page or the field. */
  flush(): void {
    clearTimeout(this.#timer);
    const { status } = this.#state;
    if (status.is !== 'dirty' && status.is !== 'retrying') return;
    if (!this.#options.draft.send()) this.#set({ status: { is: 'retrying' } });
  }

  /** Applies what has become of the draft that the outbox sends. */
  receive(progress: NoteProgress): void {
    switch (progress.is) {
      case 'sending':
        if (this.#state.status.is !== 'conflict') this.#set({ status: { is: 'saving' } });
        return undefined;
      case 'written':
        return this.#written(progress.note, progress.sent);
      case 'conflict':
        this.#pending = undefined;
        return this.#set({ status: { is: 'conflict', theirs: progress.theirs } });
      case 'failed':
        if (!isTemporary(progress.fault)) return this.#set({ status: { is: 'refused', fault: progress.fault } });
        this.#set({ status: statusOf(this.#state.text, 'retrying') });
        return this.#applyPending();
    }
  }

  /** The outbox cannot reach the server: a draft that should be sent waits. */
  wait(): void {
    const { text, status } = this.#state;
    if (status.is === 'dirty' && this.#options.draft.stored()?.due === true) this.#set({ status: statusOf(text, 'retrying') });
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
    else if (this.#rebase(stored)) this.#schedule();
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
    this.#set({ stored: theirs, status: statusOf(this.#state.text, 'dirty') });
    this.#keep();
    return this.flush();
  }

  isUnsaved(): boolean {
    return this.#state.status.is !== 'clean';
  }

  /** Ends editing because the deck is closed. The caller releases unsaved text to the outbox. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #baseOf(stored: Note | null): NoteBase {
    return { revision: stored?.revision ?? 0, text: stored?.body ?? this.#options.startingText };
  }

  #keep(): void {
    this.#options.draft.keep({ text: this.#state.text, base: this.#base });
  }

  #show(stored: Note | null): void {
    this.#base = this.#baseOf(stored);
    this.#set({ stored, text: this.#base.text, status: { is: 'clean' } });
    this.#options.draft.drop();
  }

  /** Rebases the typed text on the note of others. Returns false if both changed the same words, or if the note was deleted. */
  #rebase(stored: Note | null): boolean {
    const next = stored && rebased({ ...this.#options.draft.stored(), text: this.#state.text, base: this.#base }, stored);
    if (next === null || stored === null) return false;
    if (next.text === stored.body) {
      this.#show(stored);
      return true;
    }
    this.#base = next.base;
    this.#set({ stored, text: next.text, status: statusOf(next.text, 'dirty') });
    this.#keep();
    return true;
  }

  #written(note: Note, sent: string): void {
    // The sender has rebased what was typed meanwhile.
    const { text, base } = this.#options.draft.stored() ?? { text: sent, base: this.#baseOf(note) };
    if (text === sent && !this.#composing) {
      this.#base = this.#baseOf(note);
      this.#set({ stored: note, text: note.body, status: { is: 'clean' } });
    } else if (this.#composing) {
      // Until the composition ends, the text is based on what was sent. An old revision makes the server refuse it before that.
      this.#base = { revision: this.#base.revision, text: sent };
      this.#pending = note;
      this.#set({ status: statusOf(this.#state.text, 'dirty') });
    } else {
      this.#base = base;
      this.#set({ stored: note, text, status: statusOf(text, 'dirty') });
      this.#schedule();
    }
    if (!this.#composing) this.#applyPending();
  }

  #applyPending(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) this.refresh(pending);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  #set(change: Partial<NoteState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function statusOf(text: string, is: 'dirty' | 'retrying'): NoteStatus {
  return { is: text.length > NOTE_BODY_MAX ? 'tooLong' : is };
}
