import type { Note } from '#shared/notes.ts';
import { noteKey } from '#web/lib/deck-records.ts';
import { type Fault, faultFrom, isRecord } from '#web/lib/fault.ts';
import { api } from '#web/lib/trpc.ts';
import type { NoteOutcome } from '#web/outbox/senders.ts';
import type { NoteBase, UnsentNote } from '#web/outbox/unsent.ts';
import { mergeTexts } from './merge-texts.ts';

/** Limit for two people who keep changing the note at the same time. */
const ATTEMPTS = 5;

/** Saves a draft and merges it with changes by others. Refusals are thrown as `Fault`. */
export async function sendNote(draft: UnsentNote): Promise<NoteOutcome> {
  let { text, base }: Pick<UnsentNote, 'text' | 'base'> = draft;
  // A request sent while the page closed may have arrived. Reading first avoids a needless conflict.
  let theirs = await changedSince(draft, base);
  for (let attempt = 1; ; attempt++) {
    theirs ??= await trySave(draft, text, base);
    if (theirs === undefined || theirs.note?.body === text) return { is: 'written' };
    const merged = theirs.note && mergeTexts({ base: base.text, mine: text, theirs: theirs.note.body });
    if (theirs.note === null || merged === null || attempt === ATTEMPTS) return { is: 'conflict', theirs: theirs.note };
    if (merged === theirs.note.body) return { is: 'written' };
    text = merged;
    base = { revision: theirs.note.revision, text: theirs.note.body };
    theirs = undefined;
  }
}

/** A note changed by someone else; null if it was deleted. */
interface OtherNote {
  readonly note: Note | null;
}

async function changedSince({ deckId: id, ...place }: UnsentNote, base: NoteBase): Promise<OtherNote | undefined> {
  const { items } = await api.notes.list.query({ id });
  const note = items.find((item) => noteKey(item) === noteKey(place)) ?? null;
  return (note?.revision ?? 0) === base.revision ? undefined : { note };
}

/** Saves the note; returns the current note if someone else was faster. */
async function trySave(
  { deckId: id, slideIndex, inner, versionId }: UnsentNote,
  body: string,
  base: NoteBase,
): Promise<OtherNote | undefined> {
  try {
    await api.notes.set.mutate({ id, slideIndex, inner: inner ?? undefined, versionId, body, ifRevision: base.revision });
    return undefined;
  } catch (thrown) {
    const fault = faultFrom(thrown);
    if (fault.code !== 'PRECONDITION_FAILED') throw fault;
    return { note: currentNoteOf(fault) };
  }
}

/** The current note in the details of a 412 response. */
export function currentNoteOf({ details: { current } }: Fault): Note | null {
  return isRecord(current) && typeof current['body'] === 'string' ? (current as Note) : null;
}
