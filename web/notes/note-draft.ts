import type { Note } from '#shared/notes.ts';
import type { UnsentNote } from '#web/outbox/unsent.ts';
import { mergeTexts } from './merge-texts.ts';

/** Text that is not saved yet, and what it was changed from. */
export type NoteDraft = Pick<UnsentNote, 'text' | 'base' | 'due' | 'sent'>;

/** The draft as a change of `note`, which others have changed meanwhile; null if both changed the same words. */
export function rebased({ text, base, sent }: NoteDraft, note: Note): NoteDraft | null {
  const merged = mergeTexts({ base: note.body === sent ? sent : base.text, mine: text, theirs: note.body });
  return merged === null ? null : { text: merged, base: { revision: note.revision, text: note.body } };
}
