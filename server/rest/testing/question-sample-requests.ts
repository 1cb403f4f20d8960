import { randomUUID } from 'node:crypto';
import type { SampleRequest } from './sample-requests.ts';
import type { Scene } from './scene.ts';
import { aTalk, called } from './talk-sample-requests.ts';

interface Asked {
  readonly id: string;
  readonly talkId: string;
  readonly questionId: string;
  readonly token: string;
}

/** A talk of the owner that takes questions and reactions, with one question; and the token of a link that is open for its audience. */
async function aQuestion(scene: Scene): Promise<Asked> {
  const { talkId } = await aTalk(scene);
  await called(scene, 'talks.update', { talkId, takesQuestions: true, takesReactions: true });
  const { id, linkId, token } = await scene.aLink();
  await called(scene, 'audiences.open', { id, linkId });
  const { sql } = scene.lectern.database;
  const questionId = randomUUID();
  await sql`delete from talk_questions where talk_id = ${talkId}`;
  await sql`insert into talk_questions (id, talk_id, asker_hash, name, body, votes, asked_at)
    values (${questionId}, ${talkId}, 'hash', 'Grace', 'Are the figures adjusted for inflation?', 3, now())`;
  return { id, talkId, questionId, token };
}

const VOTER = 'a-random-text-of-a-page';

/** Valid requests about questions and reactions. */
export const QUESTION_SAMPLE_REQUESTS: Readonly<Record<string, SampleRequest>> = {
  updateTalk: async (scene) => ({ path: { ...(await aTalk(scene)) }, json: { takesQuestions: true, takesReactions: false } }),
  listQuestions: async (scene) => ({ path: { talkId: (await aQuestion(scene)).talkId }, query: { limit: '100' } }),
  listQuestionTalks: async (scene) => ({ path: { id: (await aQuestion(scene)).id } }),
  askQuestion: async (scene) => ({
    path: { talkId: (await aQuestion(scene)).talkId },
    json: { text: 'When will the report be published?', anonymous: false },
  }),
  voteQuestion: async (scene) => {
    const { talkId, questionId } = await aQuestion(scene);
    return { path: { talkId, questionId }, json: { voted: true } };
  },
  updateQuestion: async (scene) => {
    const { talkId, questionId } = await aQuestion(scene);
    return { path: { talkId, questionId }, json: { change: 'show' } };
  },
  sendReaction: async (scene) => ({
    path: { talkId: (await aQuestion(scene)).talkId },
    json: { reaction: 'clap', count: 2 },
  }),
  listSharedQuestions: async (scene) => ({ path: { token: (await aQuestion(scene)).token } }),
  askSharedQuestion: async (scene) => ({
    path: { token: (await aQuestion(scene)).token },
    json: { voter: VOTER, text: 'When will the report be published?', name: 'Ada' },
  }),
  voteSharedQuestion: async (scene) => {
    const { token, questionId } = await aQuestion(scene);
    return { path: { token, questionId }, json: { voter: VOTER, voted: true } };
  },
  sendSharedReaction: async (scene) => ({
    path: { token: (await aQuestion(scene)).token },
    json: { reaction: 'clap', count: 2 },
  }),
};
