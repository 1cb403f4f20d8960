import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { Note } from '#shared/notes.ts';
import { LongText } from '#web/ui/LongText.tsx';
import type { EditedNote } from './edited-note.ts';

interface NoteConflictProps {
  page: EditedNote;
  mine: string;
  theirs: Note | null;
}

/** Shown if two people changed the same words: both texts, and an explicit choice between them. */
export function NoteConflict({ page, mine, theirs }: NoteConflictProps) {
  const { t } = useTranslation();
  const name = theirs?.updatedBy.name ?? '–';
  return (
    <div className="note-conflict" role="alertdialog" aria-label={t('notes.conflictTitle', { name })}>
      <p className="note-conflict-title">{t('notes.conflictTitle', { name })}</p>
      <p>{t('notes.conflictLead')}</p>
      <h3>{t('notes.mine')}</h3>
      <NoteText text={mine} />
      <Button fullWidth onClick={() => page.resolve('mine')}>
        {t('notes.keepMine')}
      </Button>
      <h3>{t('notes.theirs', { name })}</h3>
      <NoteText text={theirs?.body ?? ''} />
      <Button fullWidth variant="default" onClick={() => page.resolve('theirs')}>
        {t('notes.takeTheirs')}
      </Button>
    </div>
  );
}

function NoteText({ text }: { text: string }) {
  const { t } = useTranslation();
  return text === '' ? <p className="note-empty">{t('notes.emptyText')}</p> : <LongText>{text}</LongText>;
}
