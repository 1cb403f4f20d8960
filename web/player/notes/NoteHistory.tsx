import './note-history.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NoteState } from '#shared/notes.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { textPieces } from './merge-texts.ts';

interface NoteHistoryProps {
  deckId: string;
  slideIndex: number;
  /** The text as it is now, also what is not saved yet. */
  now: string;
  onBringBack: (text: string) => void;
  onClose: () => void;
}

/** What the note was: who left it so and when, what has become of it since, and a way back. */
export function NoteHistory({ deckId, slideIndex, now, onBringBack, onClose }: NoteHistoryProps) {
  const { t } = useTranslation();
  const history = useQuery({ ...trpc.notes.listHistory.queryOptions({ id: deckId, slideIndex }), staleTime: 0 });
  const states = history.data?.items ?? [];
  return (
    <div
      className="note-history"
      role="presentation"
      // Arrows and letters do not turn the slides behind it; F5 still must not reload the talk.
      onKeyDown={(event) => event.key !== 'F5' && event.stopPropagation()}
    >
      <Dialog title={t('history.title')} closeLabel={t('shell.close')} onClose={onClose}>
        {history.isError && (
          <p role="alert">
            {t('history.failed')} {faultWords(history.error, t)}
          </p>
        )}
        {history.isSuccess && <p>{states.length === 0 ? t('history.empty') : t('history.lead')}</p>}
        <ol>
          {states.map((state) => (
            <PastNote key={state.revision} state={state} now={now} onBringBack={onBringBack} />
          ))}
        </ol>
      </Dialog>
    </div>
  );
}

interface PastNoteProps {
  state: NoteState;
  now: string;
  onBringBack: (text: string) => void;
}

function PastNote({ state: { body, changedAt, changedBy }, now, onBringBack }: PastNoteProps) {
  const { t } = useTranslation();
  const words = { name: changedBy.name, since: formatSince(changedAt) };
  return (
    <li>
      <div className="note-history-head">
        <time dateTime={changedAt} title={formatMoment(changedAt)}>
          {body === null ? t('history.deletedBy', words) : t('history.changedBy', words)}
        </time>
        {body === now && <span>{t('history.now')}</span>}
        {body !== null && body !== now && (
          <Button variant="default" size="compact-sm" onClick={() => onBringBack(body)}>
            {t('history.bringBack')}
          </Button>
        )}
      </div>
      {body !== null && <Difference then={body} now={now} />}
    </li>
  );
}

/** The state as it was: what has gone from it since is struck through, what has come is marked. */
function Difference({ then, now }: { then: string; now: string }) {
  const { t } = useTranslation();
  if (then === '') return <p className="note-empty">{t('notes.emptyText')}</p>;
  return (
    <pre dir="auto">
      {textPieces(then, now).map(({ is, text, at }) => {
        if (is === 'kept') return text;
        const Mark = is === 'added' ? 'ins' : 'del';
        return (
          <Mark key={at} title={t(`history.${is}`)}>
            {text}
          </Mark>
        );
      })}
    </pre>
  );
}
