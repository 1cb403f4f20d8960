import { z } from 'zod';
import { publicProcedure, router, signedInProcedure } from '#server/rpc/trpc.ts';
import {
  questionAskSchema,
  questionListQuery,
  questionListSchema,
  questionSchema,
  questionTalkListQuery,
  questionTalkListSchema,
  questionUpdateSchema,
  questionVoteSchema,
  reactionSendSchema,
  sharedQuestionAskSchema,
  sharedQuestionListSchema,
  sharedQuestionSchema,
  sharedQuestionVoteSchema,
  sharedReactionSendSchema,
} from '#shared/questions.ts';
import { sharedTargetSchema } from '#shared/shared-decks.ts';
import type { QuestionsService } from './questions.service.ts';
import type { SharedQuestionsService } from './shared-questions.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly questions: QuestionsService;
    readonly sharedQuestions: SharedQuestionsService;
  }
}

const tags = ['Questions'];

export const questionsRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/talks/{talkId}/questions',
        tags,
        summary: 'List the questions of a talk',
        description:
          'Lists what people who follow a talk have asked, also after the talk. The presenter and those who may edit the deck see hidden questions, too.',
        noStore: true,
        errors: ['TALK_NOT_FOUND'],
      },
    })
    .input(questionListQuery)
    .output(questionListSchema)
    .query(({ ctx, input: { talkId, limit } }) => ctx.services.questions.list(ctx.actor, talkId, limit)),

  listTalks: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/talks',
        tags,
        summary: 'List the talks of a deck that had questions',
        description: 'Lists the talks on a deck whose questions are kept, newest first. For those who may edit the deck.',
        noStore: true,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN'],
      },
    })
    .input(questionTalkListQuery)
    .output(questionTalkListSchema)
    .query(({ ctx, input: { id } }) => ctx.services.questions.listTalks(ctx.actor, id)),

  ask: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/talks/{talkId}/questions',
        tags,
        summary: 'Ask a question',
        description:
          'Asks the presenter of a running talk a question, if the talk takes questions. For everyone who may read the deck.',
        successStatus: 201,
        noStore: true,
        errors: ['TALK_NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED', 'RATE_LIMITED'],
      },
    })
    .input(questionAskSchema)
    .output(questionSchema)
    .mutation(async ({ ctx, input: { talkId, ...question } }) => {
      await ctx.spend('askByMember', ctx.actor.userId);
      return ctx.services.questions.ask(ctx.actor, talkId, question);
    }),

  vote: signedInProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/talks/{talkId}/questions/{questionId}/vote',
        tags,
        summary: 'Vote for a question',
        description: 'Votes for a question of a running talk, or takes the vote back. Each person has one vote for a question.',
        noStore: true,
        errors: ['TALK_NOT_FOUND', 'FORBIDDEN', 'NOT_FOUND', 'LIMIT_REACHED', 'RATE_LIMITED'],
      },
    })
    .input(questionVoteSchema)
    .output(questionSchema)
    .mutation(async ({ ctx, input: { talkId, questionId, voted } }) => {
      await ctx.spend('voteByMember', ctx.actor.userId);
      return ctx.services.questions.vote(ctx.actor, talkId, questionId, voted);
    }),

  update: signedInProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/talks/{talkId}/questions/{questionId}',
        tags,
        summary: 'Show, answer or hide a question',
        description: 'Changes a question of a running talk. For its presenter.',
        successStatus: 204,
        errors: ['TALK_NOT_FOUND', 'FORBIDDEN', 'NOT_FOUND'],
      },
    })
    .input(questionUpdateSchema)
    .output(z.void())
    .mutation(({ ctx, input: { talkId, questionId, change } }) =>
      ctx.services.questions.change(ctx.actor, talkId, questionId, change),
    ),
});

export const reactionsRouter = router({
  send: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/talks/{talkId}/reactions',
        tags,
        summary: 'Send a reaction',
        description:
          'Shows the presenter of a running talk a reaction, if the talk takes reactions. They are counted for a second and not stored. Send several at once with `count`.',
        successStatus: 204,
        errors: ['TALK_NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED'],
      },
    })
    .input(reactionSendSchema)
    .output(z.void())
    .mutation(({ ctx, input: { talkId, reaction, count } }) => ctx.services.questions.react(ctx.actor, talkId, reaction, count)),
});

const visitors = ['Visitors'];
const LINK_ERRORS = ['PASSWORD_REQUIRED', 'LINK_NOT_FOUND', 'LINK_EXPIRED', 'TALK_NOT_FOUND', 'FORBIDDEN'] as const;

/** For visitors of a link that is open for the audience of a talk. */
export const sharedQuestionsRouter = router({
  list: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/shared/{token}/questions',
        tags: visitors,
        summary: 'List the questions of the talk of a link',
        description: 'Lists the questions with most votes in the talk that is open to the link, while it takes questions.',
        noStore: true,
        errors: LINK_ERRORS,
      },
    })
    .input(sharedTargetSchema)
    .output(sharedQuestionListSchema)
    .query(({ ctx, input: { token } }) => ctx.services.sharedQuestions.list({ token, grant: ctx.linkGrant })),

  ask: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/shared/{token}/questions',
        tags: visitors,
        summary: 'Ask a question as a visitor',
        description:
          'Asks the presenter of the talk that is open to the link. The number is limited by person, by link and by network.',
        successStatus: 201,
        noStore: true,
        errors: [...LINK_ERRORS, 'LIMIT_REACHED', 'RATE_LIMITED'],
      },
    })
    .input(sharedQuestionAskSchema)
    .output(sharedQuestionSchema)
    .mutation(({ ctx, input: { token, ...question } }) =>
      ctx.services.sharedQuestions.ask({ token, grant: ctx.linkGrant }, question, (linkId) =>
        ctx.spend('askByPlace', `${linkId} ${ctx.network}`),
      ),
    ),

  vote: publicProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/shared/{token}/questions/{questionId}/vote',
        tags: visitors,
        summary: 'Vote for a question as a visitor',
        description: 'Votes for a question, or takes the vote back. A vote counts once for each `voter`.',
        noStore: true,
        errors: [...LINK_ERRORS, 'NOT_FOUND', 'LIMIT_REACHED', 'RATE_LIMITED'],
      },
    })
    .input(sharedQuestionVoteSchema)
    .output(sharedQuestionSchema)
    .mutation(({ ctx, input: { token, ...vote } }) =>
      ctx.services.sharedQuestions.vote({ token, grant: ctx.linkGrant }, vote, (linkId) =>
        ctx.spend('voteByPlace', `${linkId} ${ctx.network}`),
      ),
    ),
});

export const sharedReactionsRouter = router({
  send: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/shared/{token}/reactions',
        tags: visitors,
        summary: 'Send a reaction as a visitor',
        description: 'Shows the presenter of the talk that is open to the link a reaction, as for people with an account.',
        successStatus: 204,
        errors: [...LINK_ERRORS, 'RATE_LIMITED'],
      },
    })
    .input(sharedReactionSendSchema)
    .output(z.void())
    .mutation(({ ctx, input: { token, ...wish } }) =>
      ctx.services.sharedQuestions.react({ token, grant: ctx.linkGrant }, wish, ctx.network),
    ),
});
