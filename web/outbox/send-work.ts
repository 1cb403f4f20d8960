import type { Note } from '#shared/notes.ts';
import { type Fault, faultFrom, isRecord } from '#web/lib/fault.ts';
import { api } from '#web/lib/trpc.ts';
import { mergeTexts } from '#web/player/notes/merge-texts.ts';
import type { InkBatch, NoteBase, UnsentNote } from './unsent.ts';

/** How work reaches the server. What it refuses is thrown as a `Fault`. */
export interface Senders {
  ink(batch: InkBatch): Promise<void>;
  note(draft: UnsentNote): Promise<NoteOutcome>;
}

export type NoteOutcome =
  | { readonly is: 'written' }
  /** Somebody has changed the same words: null, if they have deleted the note. */
  | { readonly is: 'clash'; readonly theirs: Note | null };

/** Two people who type at the same time overtake each other; not for ever. */
const ATTEMPTS = 5;

export const senders: Senders = {
  async ink({ deckId, add, erase, ...slide }) {
    await api.annotations.draw.mutate({ ...slide, id: deckId, add: [...add], erase: [...erase] });
  },

  async note(draft) {
    let { text, base }: Pick<UnsentNote, 'text' | 'base'> = draft;
    // What a page sends while it is being left may have arrived: who looks first is not refused for nothing.
    let theirs = await newerThan(draft, base);
    for (let attempt = 1; ; attempt++) {
      theirs ??= await overtaken(draft, text, base);
      if (theirs === undefined || theirs.note?.body === text) return { is: 'written' };
      const merged = theirs.note && mergeTexts({ base: base.text, mine: text, theirs: theirs.note.body });
      if (theirs.note === null || merged === null || attempt === ATTEMPTS) return { is: 'clash', theirs: theirs.note };
      if (merged === theirs.note.body) return { is: 'written' };
      text = merged;
      base = { revision: theirs.note.revision, text: theirs.note.body };
      theirs = undefined;
    }
  },
};

/** What somebody else has made of a note; null: nothing is left of it. */
interface Overtaking {
  readonly note: Note | null;
}

async function newerThan({ deckId: id, slideIndex }: UnsentNote, base: NoteBase): Promise<Overtaking | undefined> {
  const { items } = await api.notes.list.query({ id });
  const note = items.find((item) => item.slideIndex === slideIndex) ?? null;
  return (note?.revision ?? 0) === base.revision ? undefined : { note };
}

/** Writes; when somebody was quicker, what they have written. */
async function overtaken(
  { deckId: id, slideIndex, versionId }: UnsentNote,
  body: string,
  base: NoteBase,
): Promise<Overtaking | undefined> {
  try {
    await api.notes.set.mutate({ id, slideIndex, versionId, body, ifRevision: base.revision });
    return undefined;
  } catch (thrown) {
    const fault = faultFrom(thrown);
    if (fault.code !== 'PRECONDITION_FAILED') throw fault;
    return { note: overtakingNote(fault) };
  }
}

/** The record that a 412 carries. */
export function overtakingNote({ details: { current } }: Fault): Note | null {
  return isRecord(current) && typeof current['body'] === 'string' ? (current as Note) : null;
}

/** Whether a second try may well succeed. */
export function isPassing({ code }: Fault): boolean {
  return ['OFFLINE', 'UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED', 'UNEXPECTED', 'UNAUTHENTICATED'].includes(code);
}
