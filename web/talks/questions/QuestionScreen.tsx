import './question-screen.css';
import { useTranslation } from 'react-i18next';
import type { ShownQuestion } from '#shared/questions.ts';

/** Covers the slide with a question of the audience. A click or any player key removes it. */
export function QuestionScreen({ question, onRemove }: { question: ShownQuestion; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <section className="question-screen" aria-label={t('questions.screen')}>
      <button type="button" className="question-cover" onClick={onRemove}>
        <span className="visually-hidden">{t('questions.shown')}</span>
      </button>
      <p className="question-large" dir="auto" role="status">
        {question.text}
      </p>
      {question.name !== null && (
        <p className="question-asker">
          <bdi>{question.name}</bdi>
        </p>
      )}
    </section>
  );
}
