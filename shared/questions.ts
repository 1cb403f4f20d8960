import { z } from 'zod';
import { deckTargetSchema } from './decks.ts';
import { idSchema } from './ids.ts';
import {
  QUESTION_MAX,
  QUESTION_NAME_MAX,
  QUESTION_VOTES_MAX,
  QUESTIONS_OF_TALK_MAX,
  QUESTIONS_SHOWN_MAX,
  REACTIONS_AT_ONCE_MAX,
} from './limits.ts';
import { personSchema } from './people.ts';
import { REACTION_NAMES } from './reaction-names.ts';
import { sharedTargetSchema } from './shared-decks.ts';
import { lineSchema } from './text.ts';
import { timestampSchema } from './time.ts';

const questionStatusSchema = z.enum(['open', 'answered', 'hidden']).meta({
  id: 'QuestionStatus',
  description: '`open`: it waits for an answer. `answered`: the presenter has answered it. `hidden`: only the presenter sees it.',
});
export type QuestionStatus = z.infer<typeof questionStatusSchema>;

const text = z.string().meta({ description: 'The question: text that anyone may have written.' });
const name = z.string().nullable().meta({ description: 'The name that was given with it, which is not verified. Null: none.' });

/** A question that is shown in place of the slide. */
export const shownQuestionSchema = z.object({ id: z.string(), text, name });
export type ShownQuestion = z.infer<typeof shownQuestionSchema>;

export const questionSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the question.' }),
    text,
    name,
    status: questionStatusSchema,
    votes: z.int().min(0).max(QUESTION_VOTES_MAX).meta({ description: 'How many people have voted for it.' }),
    askedAt: timestampSchema.meta({ description: 'When it was asked.' }),
    voted: z.boolean().meta({ description: 'Whether you have voted for it.' }),
  })
  .meta({ id: 'Question', description: 'A question of someone who follows a talk.' });
export type Question = z.infer<typeof questionSchema>;

/** As phones that control a talk see it. */
export const remoteQuestionSchema = questionSchema.pick({ id: true, text: true, name: true, status: true, votes: true });
export type RemoteQuestion = z.infer<typeof remoteQuestionSchema>;

export const sharedQuestionSchema = questionSchema.omit({ voted: true }).meta({
  id: 'SharedQuestion',
  description: 'A question as visitors see it. Their pages remember which ones they have voted for.',
});
export type SharedQuestion = z.infer<typeof sharedQuestionSchema>;

const talkTarget = z.object({ talkId: idSchema.meta({ description: 'The id of the talk.' }) });
const questionTarget = { questionId: idSchema.meta({ description: 'The id of the question.' }) };

const order = 'Open questions first, then answered ones; those with most votes first.';
export const questionListQuery = talkTarget.extend({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(QUESTIONS_OF_TALK_MAX)
    .default(QUESTIONS_OF_TALK_MAX)
    .meta({ description: 'The most questions.' }),
});
export const questionListSchema = z
  .object({
    items: z.array(questionSchema).meta({ description: order }),
    total: z.int().min(0).meta({ description: 'How many questions there are that you may see.' }),
  })
  .meta({ id: 'QuestionList', description: 'The questions of a talk.' });
export type QuestionList = z.infer<typeof questionListSchema>;
export const sharedQuestionListSchema = z
  .object({
    items: z.array(sharedQuestionSchema).max(QUESTIONS_SHOWN_MAX).meta({ description: order }),
    total: z.int().min(0).meta({ description: 'How many questions there are.' }),
  })
  .meta({ id: 'SharedQuestionList', description: 'The questions of a talk with most votes, as visitors see them.' });
export type SharedQuestionList = z.infer<typeof sharedQuestionListSchema>;

const newText = lineSchema(QUESTION_MAX).meta({ description: 'The question, in one line.' });
export const questionAskSchema = talkTarget.extend({
  text: newText,
  anonymous: z.boolean().default(false).meta({ description: 'Whether it is asked without your name.' }),
});

const voter = z
  .string()
  .regex(/^[\w-]{16,64}$/, 'This field must consist of 16 to 64 letters, digits, "_" or "-".')
  .meta({
    description:
      'A random text that the page of the visitor keeps, so that each counts once. Only a hash of it and of the talk is stored.',
  });
export const sharedQuestionAskSchema = sharedTargetSchema.extend({
  voter,
  text: newText,
  name: lineSchema(QUESTION_NAME_MAX).optional().meta({ description: 'A name, if the visitor gives one.' }),
});

const voted = z.boolean().meta({ description: 'True: you vote for it. False: you take your vote back.' });
export const questionVoteSchema = talkTarget.extend({ ...questionTarget, voted });
export const sharedQuestionVoteSchema = sharedTargetSchema.extend({ ...questionTarget, voter, voted });

export const questionChangeSchema = z.enum(['show', 'unshow', 'open', 'answer', 'hide']).meta({
  id: 'QuestionChange',
  description:
    '`show`: everyone who follows sees it in place of the slide. `unshow`: the slide is shown again. `answer`: it has been answered. `hide`: only the presenter sees it. `open`: it is neither answered nor hidden.',
});
export type QuestionChange = z.infer<typeof questionChangeSchema>;
export const questionUpdateSchema = talkTarget.extend({ ...questionTarget, change: questionChangeSchema });

export const talkUpdateSchema = talkTarget.extend({
  takesQuestions: z.boolean().optional().meta({ description: 'Whether people who follow may ask questions and vote.' }),
  takesReactions: z.boolean().optional().meta({ description: 'Whether people who follow may send reactions.' }),
});
export const talkTakesSchema = z
  .object({
    takesQuestions: z.boolean().meta({ description: 'Whether people who follow may ask questions and vote.' }),
    takesReactions: z.boolean().meta({ description: 'Whether people who follow may send reactions.' }),
  })
  .meta({ id: 'TalkTakes', description: 'What people who follow a talk may send to its presenter.' });
export type TalkTakes = z.infer<typeof talkTakesSchema>;

export const questionTalkListQuery = deckTargetSchema;
const questionTalkSchema = z
  .object({
    talkId: z.string().meta({ description: 'The id of the talk.' }),
    presenter: personSchema.meta({ description: 'Who gave it.' }),
    startedAt: timestampSchema.meta({ description: 'When it began.' }),
    endedAt: timestampSchema.nullable().meta({ description: 'When it ended. Null: it is going on.' }),
    questions: z.int().min(1).meta({ description: 'How many questions there were.' }),
  })
  .meta({ id: 'QuestionTalk', description: 'A talk with questions.' });
export type QuestionTalk = z.infer<typeof questionTalkSchema>;
export const questionTalkListSchema = z
  .object({ items: z.array(questionTalkSchema).meta({ description: 'The talks, newest first.' }) })
  .meta({ id: 'QuestionTalkList', description: 'The talks of a deck that had questions.' });

const reactionSchema = z.enum(REACTION_NAMES).meta({ id: 'Reaction', description: 'A reaction to what a presenter says.' });
export type Reaction = z.infer<typeof reactionSchema>;
const reactionFields = {
  reaction: reactionSchema,
  count: z
    .int()
    .min(1)
    .max(REACTIONS_AT_ONCE_MAX)
    .default(1)
    .meta({ description: 'How often it was sent since the last request.' }),
};
export const reactionSendSchema = talkTarget.extend(reactionFields);
export const sharedReactionSendSchema = sharedTargetSchema.extend(reactionFields);

/** How often each reaction was sent in a short time. */
export const reactionCountsSchema = z.partialRecord(z.enum(REACTION_NAMES), z.int().min(1));
export type ReactionCounts = z.infer<typeof reactionCountsSchema>;
