import './note-history.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { NoteState } from '#shared/notes.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { NotePlace } from '#web/stage/position/inner-slides.ts';
import { textPieces } from './merge-texts.ts';

interface NoteHistoryProps {
  deckId: string;
  place: NotePlace;
  /** The current text, including unsaved changes. */
  now: string;
  onBringBack: (text: string) => void;
  onClose: () => void;
}

/** Earlier versions of a note: author, time, difference to the current text, and a button to restore each. */
export function NoteHistory({ deckId, place, now, onBringBack, onClose }: NoteHistoryProps) {
  const { t } = useTranslation();
  const { slideIndex, inner } = place;
  const target = { id: deckId, slideIndex, inner: inner ?? undefined };
  const history = useQuery({ ...trpc.notes.listHistory.queryOptions(target), staleTime: 0 });
  const states = history.data?.items ?? [];
  return (
    <div
      className="note-history"
      role="presentation"
      // Keys must not change the slides behind the dialog; F5 must still reach the player, which keeps it from reloading the
      // talk.
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
          <Button variant="default" size="small" onClick={() => onBringBack(body)}>
            {t('history.bringBack')}
          </Button>
        )}
      </div>
      {body !== null && <Difference then={body} now={now} />}
    </li>
  );
}

/** An earlier text: parts removed since are struck through, parts added since are marked. */
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
