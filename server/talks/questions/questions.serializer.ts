import { personOf } from '#server/people.ts';
import type { Question, QuestionTalk, RemoteQuestion, SharedQuestion } from '#shared/questions.ts';
import type { QuestionRow, QuestionTalkRow } from './questions.repo.ts';

export function serializeQuestion(row: QuestionRow): Question {
  return { ...serializeSharedQuestion(row), voted: row.voted };
}

/** Without what depends on who asks. */
export function serializeSharedQuestion({ id, body, name, status, votes, askedAt }: QuestionRow): SharedQuestion {
  return { id, text: body, name, status, votes, askedAt: askedAt.toISOString() };
}

export function serializeRemoteQuestion({ id, body, name, status, votes }: QuestionRow): RemoteQuestion {
  return { id, text: body, name, status, votes };
}

export function serializeQuestionTalk(row: QuestionTalkRow): QuestionTalk {
  const { id: talkId, presenterId, presenterName, startedAt, endedAt, questions } = row;
  return {
    talkId,
    presenter: personOf(presenterId, presenterName),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    questions,
  };
}
