import { useEffect, useState, useSyncExternalStore } from 'react';
import type { NotePlace } from '#web/stage/position/inner-slides.ts';
import type { EditedNote } from './edited-note.ts';
import { NoteConflict } from './NoteConflict.tsx';
import { NoteField } from './NoteField.tsx';
import { NoteHistory } from './NoteHistory.tsx';
import { NoteStatusLine } from './NoteStatusLine.tsx';

interface NoteEditorProps {
  page: EditedNote;
  deckId: string;
  place: NotePlace;
}

export function NoteEditor({ page, deckId, place }: NoteEditorProps) {
  const state = useSyncExternalStore(page.subscribe, page.state);
  const [past, setPast] = useState(false);
  useEffect(() => () => page.flush(), [page]);

  if (state.status.is === 'conflict') return <NoteConflict page={page} mine={state.text} theirs={state.status.theirs} />;
  const bringBack = (text: string) => {
    setPast(false);
    page.edit(text);
    page.flush();
  };
  return (
    <div className="note">
      <NoteField page={page} text={state.text} number={place.number} />
      <NoteStatusLine state={state} fromPackage={place.startingText !== ''} onHistory={() => setPast(true)} />
      {past && (
        <NoteHistory deckId={deckId} place={place} now={state.text} onBringBack={bringBack} onClose={() => setPast(false)} />
      )}
    </div>
  );
}
