import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionChange, RemoteQuestion } from '#shared/questions.ts';

interface RemoteQuestionsProps {
  questions: readonly RemoteQuestion[];
  /** Whether the audience sees one of them. */
  isShowing: boolean;
  onChange: (questionId: string, change: QuestionChange) => void;
  onLift: () => void;
}

/** The questions of the audience, those with most votes first. Closed until they are wanted. */
export function RemoteQuestions({ questions, isShowing, onChange, onLift }: RemoteQuestionsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const open = questions.filter(({ status }) => status === 'open').length;
  return (
    <section className="remote-questions" aria-label={t('questions.title')}>
      <div className="remote-tools">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('questions.open', { count: open })}
        </button>
        {isShowing && (
          <button type="button" aria-pressed onClick={onLift}>
            {t('remote.lift')}
          </button>
        )}
      </div>
      {isOpen && questions.length === 0 && <p>{t('questions.none')}</p>}
      {isOpen && (
        <ol>
          {questions.map(({ id, text, name, votes, status }) => (
            <li key={id}>
              <p dir="auto">{text}</p>
              <p className="facts">
                <bdi>{name ?? t('questions.noName')}</bdi>
                <span>
                  {votes} {t('questions.votes', { count: votes })}
                </span>
              </p>
              <div className="remote-tools">
                <button type="button" onClick={() => onChange(id, 'show')}>
                  {t('questions.do.show')}
                </button>
                <button
                  type="button"
                  aria-pressed={status === 'answered'}
                  onClick={() => onChange(id, status === 'answered' ? 'open' : 'answer')}
                >
                  {t('questions.do.answer')}
                </button>
                <button type="button" onClick={() => onChange(id, 'hide')}>
                  {t('questions.do.hide')}
                </button>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
