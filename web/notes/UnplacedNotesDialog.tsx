import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { innerTitle } from '#shared/inner-names.ts';
import type { Note } from '#shared/notes.ts';
import { noteKey } from '#web/lib/deck-records.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LongText } from '#web/ui/LongText.tsx';

/**
 * `slideIndex` is the index in the version `versionId`, the latest one that had the slide. Without `versionId` the current version has
 * the slide, but not the slide inside it.
 */
type UnplacedNote = Note & { versionId?: string };

interface UnplacedNotesDialogProps {
  deckId: string;
  notes: readonly UnplacedNote[];
  onClose: () => void;
}

export function UnplacedNotesDialog({ deckId, notes, onClose }: UnplacedNotesDialogProps) {
  const { t } = useTranslation();
  const versions = useQuery(trpc.versions.list.queryOptions({ id: deckId }));
  const numbers = new Map(versions.data?.items.map(({ id, number }) => [id, number]));
  const age = ({ versionId }: UnplacedNote) => -(numbers.get(versionId ?? '') ?? 0);
  const inOrder = notes.toSorted((a, b) => age(a) - age(b) || a.slideIndex - b.slideIndex);
  const placeOf = ({ versionId, slideIndex, inner }: UnplacedNote): string => {
    if (inner !== null) return t('notes.unplacedInner', { title: innerTitle(inner) });
    const version = numbers.get(versionId ?? '');
    const number = slideIndex + 1;
    return version === undefined ? t('notes.unplacedSlide', { number }) : t('notes.unplacedPlace', { version, number });
  };
  return (
    <div
      className="unplaced-notes"
      role="presentation"
      // Keys must not change the slides behind the dialog; F5 must still reach the player, which keeps it from reloading the
      // talk.
      onKeyDown={(event) => event.key !== 'F5' && event.stopPropagation()}
    >
      <Dialog title={t('notes.unplacedTitle')} closeLabel={t('shell.close')} onClose={onClose}>
        <p>{t('notes.unplacedLead')}</p>
        <ul>
          {inOrder.map((note) => (
            <li key={`${String(note.versionId)} ${noteKey(note)}`}>
              <h3 dir="auto">{placeOf(note)}</h3>
              <LongText>{note.body}</LongText>
              <div className="unplaced-note-foot">
                <time dateTime={note.updatedAt} title={formatMoment(note.updatedAt)}>
                  {t('notes.changedBy', { name: note.updatedBy.name, since: formatSince(note.updatedAt) })}
                </time>
                <CopyButton text={note.body} label={t('shell.copy')} copiedLabel={t('shell.copied')} />
              </div>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}
