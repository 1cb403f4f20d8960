import type { Note } from '#shared/notes.ts';
import { type Fault, faultFrom, isRecord } from '#web/lib/fault.ts';
import { api } from '#web/lib/trpc.ts';
import { noteKey } from '#web/player/inner-slides.ts';
import { mergeTexts } from '#web/player/notes/merge-texts.ts';
import type { InkBatch, NoteBase, UnsentNote } from './unsent.ts';

/** Sends changes to the server. Refusals are thrown as `Fault`. */
export interface Senders {
  ink(batch: InkBatch): Promise<void>;
  note(draft: UnsentNote): Promise<NoteOutcome>;
}

export type NoteOutcome =
  | { readonly is: 'written' }
  /** Another user changed the same words; `theirs` is null if they deleted the note. */
  | { readonly is: 'conflict'; readonly theirs: Note | null };

/** Limit for two people who keep changing the note at the same time. */
const ATTEMPTS = 5;

export const senders: Senders = {
  async ink({ deckId, add, erase, ...slide }) {
    await api.annotations.draw.mutate({ ...slide, id: deckId, add: [...add], erase: [...erase] });
  },

  async note(draft) {
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
  },
};

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

/** Whether a retry may succeed. */
export function isTemporary({ code }: Fault): boolean {
  return ['OFFLINE', 'UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED', 'UNEXPECTED', 'UNAUTHENTICATED'].includes(code);
}
