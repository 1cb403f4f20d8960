import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoteAutosave } from './note-autosave.ts';
import { NoteConflict } from './NoteConflict.tsx';
import { NoteStatusLine } from './NoteStatusLine.tsx';

interface NoteEditorProps {
  page: NoteAutosave;
  slideIndex: number;
  /** Whether the deck itself brought a note for this slide. */
  fromPackage: boolean;
}

export function NoteEditor({ page, slideIndex, fromPackage }: NoteEditorProps) {
  const { t } = useTranslation();
  const state = useSyncExternalStore(page.subscribe, page.state);
  useEffect(() => () => void page.flush(), [page]);

  if (state.status.is === 'conflict') return <NoteConflict page={page} mine={state.text} theirs={state.status.theirs} />;
  return (
    <div className="note">
      <textarea
        aria-label={t('notes.of', { number: slideIndex + 1 })}
        placeholder={t('notes.placeholder')}
        dir="auto"
        value={state.text}
        onChange={(event) => page.edit(event.currentTarget.value)}
        onBlur={() => void page.flush()}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <NoteStatusLine state={state} fromPackage={fromPackage} />
    </div>
  );
}
