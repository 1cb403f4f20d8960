import '#web/talks/questions/questions.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconMessageQuestion, IconThumbUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { Question, QuestionChange } from '#shared/questions.ts';
import { REACTION_NAMES } from '#shared/reaction-names.ts';
import type { Talk } from '#shared/talks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { useReactionSums } from '#web/talks/questions/FloatingReactions.tsx';
import { QuestionsPanel, QuestionText } from '#web/talks/questions/QuestionsPanel.tsx';
import { REACTION_SIGNS } from '#web/talks/questions/reaction-signs.ts';
import { letReactionsFloat, useReactionsFloat } from '#web/talks/questions/reactions-float.ts';
import { useQuestions } from '#web/talks/questions/use-questions.ts';
import { Switch } from '#web/ui/Switch.tsx';
import { QuestionExport } from './QuestionExport.tsx';
import type { Takes } from './use-takes.ts';

interface PresenterQuestionsProps {
  deck: DeckDetail;
  talk: Talk | null;
  takes: Takes;
}

/** A button with the number of open questions, and the panel that it opens. */
export function PresenterQuestions({ deck, talk, takes }: PresenterQuestionsProps) {
  const [isOpen, setOpen] = useState(false);
  const toggle = () => setOpen(!isOpen);
  const panel = isOpen && (
    <QuestionsPanel onClose={() => setOpen(false)}>
      <Switches takes={takes} />
      {talk !== null && <OfTalk talk={talk} />}
      {deck.permissions.edit && <EarlierTalks deckId={deck.id} talk={talk} />}
    </QuestionsPanel>
  );
  return (
    <>
      {talk === null ? (
        <Opener open={null} isOpen={isOpen} onClick={toggle} />
      ) : (
        <LiveOpener talk={talk} isOpen={isOpen} onClick={toggle} />
      )}
      {panel}
    </>
  );
}

interface OpenerProps {
  open: number | null;
  isOpen: boolean;
  onClick: () => void;
}

function Opener({ open, isOpen, onClick }: OpenerProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className="head-act" aria-expanded={isOpen} onClick={onClick}>
      <IconMessageQuestion size={18} aria-hidden />
      <span>{open === null || open === 0 ? t('questions.title') : t('questions.open', { count: open })}</span>
    </button>
  );
}

function LiveOpener({ talk, ...rest }: Omit<OpenerProps, 'open'> & { talk: Talk }) {
  const { open } = useQuestions(talk, { isWanted: talk.takesQuestions, spreadMs: 0 });
  return <Opener open={talk.takesQuestions ? open : null} {...rest} />;
}

function Switches({ takes }: { takes: Takes }) {
  const { t } = useTranslation();
  const { takesQuestions, takesReactions } = takes.values;
  const float = useReactionsFloat();
  return (
    <div className="question-switches">
      <Switch label={t('questions.take')} checked={takesQuestions} onChange={(on) => takes.change({ takesQuestions: on })} />
      <Switch
        label={t('questions.takeReactions')}
        checked={takesReactions}
        onChange={(on) => takes.change({ takesReactions: on })}
      />
      {takesReactions && <Switch label={t('questions.float')} checked={float} onChange={letReactionsFloat} />}
      <p role="alert" className="question-fault">
        {takes.fault !== null && t('presenter.failed', { reason: faultWords(takes.fault, t) })}
      </p>
    </div>
  );
}

/** The questions of the running talk, with what the presenter can do. */
function OfTalk({ talk }: { talk: Talk }) {
  const { t } = useTranslation();
  const sums = useReactionSums(talk);
  const { list, error, readAgain } = useQuestions(talk, { isWanted: true, spreadMs: 0 });
  const changing = useMutation({
    mutationFn: (wish: { questionId: string; change: QuestionChange }) =>
      api.questions.update.mutate({ talkId: talk.id, ...wish }),
    onSettled: readAgain,
  });
  const fault = changing.error ?? error;
  const shownId = talk.blank === 'question' ? talk.question?.id : undefined;
  return (
    <>
      {talk.takesReactions && (
        <p className="reaction-sums" aria-label={t('questions.reactions')}>
          {REACTION_NAMES.map((reaction) => (
            <span key={reaction}>
              <span aria-hidden>{REACTION_SIGNS[reaction]}</span>
              <span className="visually-hidden">{t(`questions.reaction.${reaction}`)}</span> {sums[reaction] ?? 0}
            </span>
          ))}
        </p>
      )}
      <p role="alert" className="question-none question-fault">
        {fault !== null && t('presenter.failed', { reason: faultWords(fault, t) })}
      </p>
      {list?.items.length === 0 && <p className="question-none">{t('questions.none')}</p>}
      <ol className="question-list">
        {list?.items.map((question) => (
          <li key={question.id} data-status={question.status} data-shown={question.id === shownId}>
            <QuestionText question={question} />
            <span className="question-votes">
              <IconThumbUp size={18} aria-hidden /> {question.votes}
              <span className="visually-hidden">{t('questions.votes', { count: question.votes })}</span>
            </span>
            <Acts
              question={question}
              isShown={question.id === shownId}
              onChange={(change) => changing.mutate({ questionId: question.id, change })}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

interface ActsProps {
  question: Question;
  isShown: boolean;
  onChange: (change: QuestionChange) => void;
}

function Acts({ question: { status }, isShown, onChange }: ActsProps) {
  const { t } = useTranslation();
  return (
    <div className="question-acts">
      <button type="button" aria-pressed={isShown} onClick={() => onChange(isShown ? 'unshow' : 'show')}>
        {t('questions.do.show')}
      </button>
      <button
        type="button"
        aria-pressed={status === 'answered'}
        onClick={() => onChange(status === 'answered' ? 'open' : 'answer')}
      >
        {t('questions.do.answer')}
      </button>
      <button type="button" aria-pressed={status === 'hidden'} onClick={() => onChange(status === 'hidden' ? 'open' : 'hide')}>
        {t('questions.do.hide')}
      </button>
    </div>
  );
}

/** The questions of all talks on the deck as files, for those who may edit it. */
function EarlierTalks({ deckId, talk }: { deckId: string; talk: Talk | null }) {
  const { t } = useTranslation();
  const talks = useQuery({ ...trpc.questions.listTalks.queryOptions({ id: deckId }), staleTime: 0 });
  if (talks.data === undefined || talks.data.items.length === 0) return null;
  return (
    <section className="question-export" aria-label={t('questions.export')}>
      <h3>{t('questions.export')}</h3>
      <ul>
        {talks.data.items.map((each) => (
          <QuestionExport key={each.talkId} talk={each} isRunning={each.talkId === talk?.id} />
        ))}
      </ul>
    </section>
  );
}
