import type { NewStroke } from '#shared/ink.ts';
import type { Note } from '#shared/notes.ts';
import type { FaultCode } from '#web/lib/fault.ts';

/** Why the server refused a change. It is not retried; the user decides. */
export interface Refusal {
  readonly code: FaultCode;
  readonly message: string;
}

/** The slide of a change, with the data to find it again if the deck has changed. */
export interface SlideRef {
  readonly deckId: string;
  /** Shown to the user if the deck is gone. */
  readonly deckTitle: string;
  readonly slideIndex: number;
  readonly versionId: string;
  /** The slide's id in the package, to find it in another version; null if it has no unique id. */
  readonly slideId: string | null;
}

/** A change of one user that the server does not have yet. */
interface Kept extends SlideRef {
  readonly id: string;
  readonly userId: string;
  /** The window that made the change and sends it while it is open. */
  readonly clientId: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  readonly refusal: Refusal | null;
}

export interface UnsentInk extends Kept {
  readonly kind: 'ink';
  readonly add: readonly NewStroke[];
  readonly erase: readonly string[];
}

/** The text that a note was changed from. Revision 0: there was no note, and the text is the package's. */
export interface NoteBase {
  readonly revision: number;
  readonly text: string;
}

export interface UnsentNote extends Kept {
  readonly kind: 'note';
  /** The name of the inner slide. Null, or missing in entries of earlier builds: the slide as a whole. */
  readonly inner?: string | null;
  readonly text: string;
  readonly base: NoteBase;
  /** The note is no longer edited, so any window may send it. */
  readonly released: boolean;
  /** The note is still edited, but typing has paused, so the window of its editor sends it. */
  readonly due?: boolean;
  /** The text of the last attempt to send it, whose answer may be lost: if the server has this text, `text` is a change of it. */
  readonly sent?: string;
  /** Set if someone else changed the same words; null if they deleted the note. */
  readonly theirs?: Note | null;
}

export type Unsent = UnsentInk | UnsentNote;

export type InkBatch = Pick<UnsentInk, 'userId' | 'deckId' | 'slideIndex' | 'versionId' | 'add' | 'erase'>;
export type NoteDraft = Pick<UnsentNote, 'deckId' | 'slideIndex' | 'versionId' | 'inner' | 'text' | 'base'>;

/** The draft after more typing. `before` is what was stored until now. */
export function typedOn(before: UnsentNote | undefined, draft: UnsentNote): UnsentNote {
  const isSameBase = before?.base.revision === draft.base.revision;
  return isSameBase && before.sent !== undefined ? { ...draft, sent: before.sent } : draft;
}

/** A draft that another window left. That window may have sent it while it closed. */
export function leftBehind(draft: UnsentNote): UnsentNote {
  return { ...draft, sent: draft.sent ?? draft.text };
}

/** Sorts by the time of creation. */
export function byAge(a: Unsent, b: Unsent): number {
  return a.keptAt - b.keptAt || (a.id < b.id ? -1 : 1);
}
