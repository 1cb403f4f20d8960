import { useTranslation } from 'react-i18next';
import { NOTE_BODY_MAX } from '#shared/limits.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { PersonDot } from '#web/ui/Avatar.tsx';
import { useOutboxState } from '#web/outbox/use-outbox.ts';
import type { NoteState } from './edited-note.ts';

interface NoteStatusLineProps {
  state: NoteState;
  fromPackage: boolean;
  onHistory: () => void;
}

export function NoteStatusLine({ state, fromPackage, onHistory }: NoteStatusLineProps) {
  const { t } = useTranslation();
  const changes = useOutboxState();
  const { status, stored } = state;
  return (
    <footer className="note-status" data-is={status.is} data-kept={changes.kept}>
      <p role="status">{words()}</p>
      {stored !== null && (
        <div>
          <PersonDot personId={stored.updatedBy.id} />{' '}
          <time dateTime={stored.updatedAt} title={formatMoment(stored.updatedAt)}>
            {t('notes.changedBy', { name: stored.updatedBy.name, since: formatSince(stored.updatedAt) })}
          </time>
          <button type="button" aria-haspopup="dialog" onClick={onHistory}>
            {t('history.open')}
          </button>
        </div>
      )}
    </footer>
  );

  function words(): string {
    switch (status.is) {
      case 'clean':
        if (stored !== null) return t('notes.saved');
        return fromPackage ? t('notes.fromPackage') : '';
      case 'dirty':
        return t('notes.unsaved');
      case 'saving':
        return t('notes.saving');
      case 'retrying':
        if (changes.kept === 'memory') return t('notes.retryingInMemory');
        return t(changes.stored < changes.waiting ? 'notes.saving' : 'notes.retrying');
      case 'tooLong':
        return t('notes.tooLong', { count: state.text.length - NOTE_BODY_MAX });
      case 'refused':
        return t('notes.refused', { reason: faultWords(status.fault, t) });
      case 'conflict':
        return '';
    }
  }
}
