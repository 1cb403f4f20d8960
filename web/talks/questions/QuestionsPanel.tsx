import './questions.css';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '#shared/questions.ts';

/** A panel beside the slide. Escape closes it. */
export function QuestionsPanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    heading.current?.focus();
    const element = panel.current;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The player has its own use for the key.
      event.stopPropagation();
      close();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, []);
  return (
    <aside className="questions-panel" aria-labelledby={titleId} ref={panel}>
      <header>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {t('questions.title')}
        </h2>
        <button type="button" className="player-button" aria-label={t('shell.close')} title={t('shell.close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </button>
      </header>
      {children}
    </aside>
  );
}

/** The text and the name of a question. Both are texts that anyone may have written. */
export function QuestionText({ question: { text, name, status } }: { question: Pick<Question, 'text' | 'name' | 'status'> }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="question-text" dir="auto">
        {text}
      </p>
      <p className="question-by">
        <bdi>{name ?? t('questions.noName')}</bdi>
        {status !== 'open' && <span className="question-status">{t(`questions.is.${status}`)}</span>}
      </p>
    </>
  );
}
