import type { Note } from '#shared/notes.ts';
import { noteKey } from '#web/lib/deck-records.ts';
import { type Fault, faultFrom, isRecord } from '#web/lib/fault.ts';
import type { NoteOutcome, Senders } from '#web/outbox/senders.ts';
import type { UnsentNote } from '#web/outbox/unsent.ts';
import { type NoteDraft, rebased } from './note-draft.ts';

/** What becomes of a draft, for its editor. */
export type NoteProgress =
  | { readonly is: 'sending' }
  /** `sent` is the text of the draft; the note also has changes by others. */
  | { readonly is: 'written'; readonly note: Note; readonly sent: string }
  /** Another user changed the same words; `theirs` is null if they deleted the note. */
  | { readonly is: 'conflict'; readonly theirs: Note | null }
  /** It stays in the outbox, which retries if the fault is temporary. */
  | { readonly is: 'failed'; readonly fault: Fault };

interface Options {
  readonly server: {
    /** The notes of the deck's current version. */
    list(draft: UnsentNote): Promise<readonly Note[]>;
    /** Saves the note if it still has the revision of the draft's base. Refusals are thrown. */
    save(draft: UnsentNote): Promise<Note>;
  };
  readonly drafts: {
    /** The draft as it is now in the outbox; undefined if it was dropped. */
    now(draft: UnsentNote): UnsentNote | undefined;
    replace(draft: UnsentNote): void;
  };
  readonly onProgress: (draft: UnsentNote, progress: NoteProgress) => void;
}

/** Limit for two people who keep changing the note at the same time. */
const ATTEMPTS = 5;

/**
 * The only sender of notes. It saves a draft with the revision it is based on; if someone else was faster, it merges both changes and
 * saves the result.
 */
export function noteSender({ server, drafts, onProgress }: Options): Senders['note'] {
  return async (draft) => {
    onProgress(draft, { is: 'sending' });
    try {
      const outcome = await send(draft);
      if (outcome.is === 'dropped') return outcome;
      if (outcome.is === 'written') follow(draft, outcome.note);
      onProgress(draft, outcome.is === 'written' ? { ...outcome, sent: draft.text } : outcome);
      return outcome;
    } catch (thrown) {
      const fault = faultFrom(thrown);
      onProgress(draft, { is: 'failed', fault });
      throw fault;
    }
  };

  async function send(draft: UnsentNote): Promise<NoteOutcome> {
    let current: NoteDraft = draft;
    // An earlier request, or one that was sent while the page closed, may have arrived. Reading first avoids a needless conflict.
    const isFirst = draft.due === true && draft.sent === undefined;
    let theirs = isFirst ? undefined : await changedSince(draft);
    // While the note was read, an editor may have taken the draft over. It will send it.
    if (drafts.now(draft) === undefined) return { is: 'dropped' };
    for (let attempt = 1; ; attempt++) {
      if (theirs === undefined && current === draft) remember(draft);
      const answer: Note | Overtaken = theirs ?? (await save({ ...draft, ...current }));
      if (!('note' in answer)) return { is: 'written', note: answer };
      const { note } = answer;
      if (note !== null && note.body === current.text) return { is: 'written', note };
      const next = note && rebased(current, note);
      if (note === null || next === null || attempt === ATTEMPTS) return { is: 'conflict', theirs: note };
      if (next.text === note.body) return { is: 'written', note };
      current = next;
      theirs = undefined;
    }
  }

  async function changedSince(draft: UnsentNote): Promise<Overtaken | undefined> {
    const note = (await server.list(draft)).find((item) => noteKey(item) === noteKey(draft)) ?? null;
    return (note?.revision ?? 0) === draft.base.revision ? undefined : { note };
  }

  /** Text that was merged is not remembered: the draft is no change of it. */
  function remember(draft: UnsentNote): void {
    const now = drafts.now(draft);
    if (now?.text === draft.text) drafts.replace({ ...now, sent: draft.text });
  }

  async function save(draft: UnsentNote): Promise<Note | Overtaken> {
    try {
      return await server.save(draft);
    } catch (thrown) {
      const fault = faultFrom(thrown);
      if (fault.code !== 'PRECONDITION_FAILED') throw fault;
      return { note: currentNoteOf(fault) };
    }
  }

  /** Rebases what was typed while the draft was being sent: it is a change of the text that was sent. */
  function follow(sent: UnsentNote, note: Note): void {
    const now = drafts.now(sent);
    if (now === undefined || now.text === sent.text) return;
    const typed = { text: now.text, base: { revision: sent.base.revision, text: sent.text } };
    // If both changed the same words, the old revision makes the next attempt a conflict.
    const { sent: _answered, ...draft } = now;
    drafts.replace({ ...draft, ...(rebased(typed, note) ?? typed) });
  }
}

/** Someone else was faster. `note` is what the server has now; null if it was deleted. */
interface Overtaken {
  readonly note: Note | null;
}

/** The current note in the details of a 412 response. */
function currentNoteOf({ details: { current } }: Fault): Note | null {
  return isRecord(current) && typeof current['body'] === 'string' ? (current as Note) : null;
}
