import type { Note } from '#shared/notes.ts';
import type { InkBatch, UnsentNote } from './unsent.ts';

/** Sends changes to the server. Refusals are thrown as `Fault`. */
export interface Senders {
  ink(batch: InkBatch): Promise<void>;
  note(draft: UnsentNote): Promise<NoteOutcome>;
}

export type NoteOutcome =
  | { readonly is: 'written'; readonly note: Note }
  /** Another user changed the same words; `theirs` is null if they deleted the note. */
  | { readonly is: 'conflict'; readonly theirs: Note | null }
  /** It was not sent, because it left the outbox meanwhile: an editor has taken it over, or it is no longer wanted. */
  | { readonly is: 'dropped' };

const ink = Promise.withResolvers<Senders['ink']>();
const note = Promise.withResolvers<Senders['note']>();

/** Sets how changes of a kind are sent. The feature that makes them calls it, so that the outbox knows no feature. */
export const provideSender: { readonly [Kind in keyof Senders]: (sender: Senders[Kind]) => void } = {
  ink: ink.resolve,
  note: note.resolve,
};

/** Waits until the feature has provided its sender. */
export const senders: Senders = {
  ink: async (batch) => (await ink.promise)(batch),
  note: async (draft) => (await note.promise)(draft),
};
