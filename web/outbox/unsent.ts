import type { NewStroke } from '#shared/ink.ts';
import type { Note } from '#shared/notes.ts';
import type { FaultCode } from '#web/lib/fault.ts';

/** Why the server will not take it. It is not tried again: the person decides. */
export interface Refusal {
  readonly code: FaultCode;
  readonly message: string;
}

/** The slide that some work belongs to, with what finds it again and names it when the deck has changed or is gone. */
export interface SlideRef {
  readonly deckId: string;
  /** For people, should the deck be gone. */
  readonly deckTitle: string;
  readonly slideIndex: number;
  readonly versionId: string;
  /** The slide's own id in the package, by which it is found in another version; null: it has none of its own. */
  readonly slideId: string | null;
}

/** Work of one person that the server does not have yet. */
interface Kept extends SlideRef {
  readonly id: string;
  readonly userId: string;
  /** The window that made it, and sends it as long as it is there. */
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

/** The text that a note was changed from; revision 0: there was none, and the text is the package's. */
export interface NoteBase {
  readonly revision: number;
  readonly text: string;
}

export interface UnsentNote extends Kept {
  readonly kind: 'note';
  readonly text: string;
  readonly base: NoteBase;
  /** Nobody types in it any more: it may be sent by whoever comes first. */
  readonly released: boolean;
  /** Somebody has changed the same words meanwhile; undefined: nobody has. */
  readonly theirs?: Note | null;
}

export type Unsent = UnsentInk | UnsentNote;

export type InkBatch = Pick<UnsentInk, 'deckId' | 'slideIndex' | 'versionId' | 'add' | 'erase'>;
export type NoteDraft = Pick<UnsentNote, 'deckId' | 'slideIndex' | 'versionId' | 'text' | 'base'>;

/** Every order is the order in which it was made. */
export function byAge(a: Unsent, b: Unsent): number {
  return a.keptAt - b.keptAt || (a.id < b.id ? -1 : 1);
}
