import { useMutation } from '@tanstack/react-query';
import { IconThumbUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QUESTION_MAX } from '#shared/limits.ts';
import { REACTION_NAMES } from '#shared/reaction-names.ts';
import type { Talk } from '#shared/talks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/Button.tsx';
import { TalkAct } from '#web/talks/TalkLine.tsx';
import { useQuestionDraft } from './question-draft.ts';
import { QuestionsPanel, QuestionText } from './QuestionsPanel.tsx';
import { REACTION_SIGNS } from './reaction-signs.ts';
import { ReactionSender } from './reaction-sender.ts';
import { useQuestions } from './use-questions.ts';

const SPREAD_MS = 1000;

/** What a member who follows a talk can send to its presenter, if the talk takes it. */
export function AskQuestions({ talk }: { talk: Talk }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const draft = useQuestionDraft(talk.id);
  const { takesQuestions, takesReactions } = talk;
  // What someone is writing stays on the screen.
  const isWriting = draft[0].trim() !== '';
  return (
    <>
      {takesQuestions && <TalkAct onAct={() => setOpen(!isOpen)}>{t('questions.title')}</TalkAct>}
      {takesReactions && <Reactions talk={talk} />}
      {isOpen && (takesQuestions || isWriting) && <Asking talk={talk} draft={draft} onClose={() => setOpen(false)} />}
    </>
  );
}

function Reactions({ talk: { id: talkId } }: { talk: Talk }) {
  const { t } = useTranslation();
  const [sender] = useState(
    () => new ReactionSender((reaction, count) => api.reactions.send.mutate({ talkId, reaction, count })),
  );
  return (
    <span className="reaction-buttons" role="group" aria-label={t('questions.reactions')}>
      {REACTION_NAMES.map((reaction) => (
        <button
          key={reaction}
          type="button"
          aria-label={t(`questions.reaction.${reaction}`)}
          onClick={() => sender.add(reaction)}
        >
          {REACTION_SIGNS[reaction]}
        </button>
      ))}
    </span>
  );
}

interface AskingProps {
  talk: Talk;
  draft: ReturnType<typeof useQuestionDraft>;
  onClose: () => void;
}

function Asking({ talk, draft: [text, setText], onClose }: AskingProps) {
  const { t } = useTranslation();
  const fieldId = useId();
  const { takesQuestions } = talk;
  const [anonymous, setAnonymous] = useState(false);
  const { list, error, readAgain } = useQuestions(talk, { isWanted: takesQuestions, spreadMs: SPREAD_MS });
  const asking = useMutation({
    mutationFn: () => api.questions.ask.mutate({ talkId: talk.id, text: text.replaceAll(/\s+/g, ' ').trim(), anonymous }),
    onSuccess: () => {
      setText('');
      return readAgain();
    },
  });
  const voting = useMutation({
    mutationFn: ({ questionId, voted }: { questionId: string; voted: boolean }) =>
      api.questions.vote.mutate({ talkId: talk.id, questionId, voted }),
    onSettled: readAgain,
  });
  const fault = asking.error ?? voting.error ?? error;
  return (
    <QuestionsPanel onClose={onClose}>
      <form
        className="question-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (takesQuestions && text.trim() !== '') asking.mutate();
        }}
      >
        <label htmlFor={fieldId}>{t('questions.yours')}</label>
        <textarea
          id={fieldId}
          rows={3}
          maxLength={QUESTION_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <label className="question-anonymous">
          <input type="checkbox" checked={anonymous} onChange={(event) => setAnonymous(event.currentTarget.checked)} />
          {t('questions.anonymous')}
        </label>
        <Button type="submit" disabled={!takesQuestions} loading={asking.isPending}>
          {t('questions.send')}
        </Button>
        <p role="status">{asking.isSuccess && t('questions.sent')}</p>
        <p role="alert" className="question-fault">
          {takesQuestions ? fault !== null && faultWords(fault, t) : t('questions.closed')}
        </p>
      </form>
      {list?.items.length === 0 && <p className="question-none">{t('questions.none')}</p>}
      <ol className="question-list">
        {list?.items.map((question) => (
          <li key={question.id} data-status={question.status}>
            <QuestionText question={question} />
            <button
              type="button"
              className="question-vote"
              aria-pressed={question.voted}
              aria-label={t('questions.vote', { count: question.votes, text: question.text })}
              onClick={() => voting.mutate({ questionId: question.id, voted: !question.voted })}
            >
              <IconThumbUp size={18} aria-hidden /> {question.votes}
            </button>
          </li>
        ))}
      </ol>
    </QuestionsPanel>
  );
}
