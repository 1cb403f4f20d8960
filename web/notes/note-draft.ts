import type { Note } from '#shared/notes.ts';
import type { UnsentNote } from '#web/outbox/unsent.ts';
import { mergeTexts } from './merge-texts.ts';

/** Text that is not saved yet, and what it was changed from. */
export type NoteDraft = Pick<UnsentNote, 'text' | 'base' | 'due' | 'sent'>;

/** The draft as a change of `note`, which others have changed meanwhile; null if both changed the same words. */
export function rebased({ text, base, sent }: NoteDraft, note: Note): NoteDraft | null {
  const hasArrived = note.body === sent;
  // The answer to the last attempt may be lost, and others may have changed the text since.
  const mayHaveArrived = sent !== undefined && !hasArrived && sent !== base.text;
  const merged = mergeTexts({ base: hasArrived ? sent : base.text, mine: text, theirs: note.body }, mayHaveArrived);
  return merged === null ? null : { text: merged, base: { revision: note.revision, text: note.body } };
}
