import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Place } from '#shared/place.ts';
import type { QuestionStatus } from '#shared/questions.ts';
import type { Talk } from '#shared/talks.ts';
import { instant } from './columns.ts';
import { changeNumber } from './deck-feeds.ts';
import { decks, versions } from './decks.ts';
import { users } from './users.ts';

/** Talks. A talk that has ended keeps its row for a while, so that clients that were offline learn that it has ended. */
export const talks = pgTable(
  'talks',
  {
    id: text('id').primaryKey(),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** The version that the talk started with. It stays the same if another version becomes current. */
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** Null if the person has been removed, which ends the talk. */
    presenterId: text('presenter_id').references(() => users.id, { onDelete: 'set null' }),
    place: jsonb('place').$type<Place>().notNull(),
    blank: text('blank').$type<NonNullable<Talk['blank']>>(),
    /** The question that is shown in place of the slide, while `blank` is `question`. */
    questionId: text('question_id').references((): AnyPgColumn => talkQuestions.id, { onDelete: 'set null' }),
    takesQuestions: boolean('takes_questions').notNull().default(false),
    takesReactions: boolean('takes_reactions').notNull().default(false),
    /** The clock: see `talkClockSchema`. */
    elapsedMs: bigint('elapsed_ms', { mode: 'number' }).notNull(),
    runningSince: instant('running_since'),
    plannedSeconds: integer('planned_seconds'),
    revision: integer('revision').notNull(),
    movedBy: text('moved_by').notNull(),
    startedAt: instant('started_at').notNull(),
    /** When the presenter was last active. */
    seenAt: instant('seen_at').notNull(),
    endedAt: instant('ended_at'),
    /** Set with `endedAt` when the talk ended because its presenter had left: it may come back for a while. Null again when it may not. */
    leftAt: instant('left_at'),
    seq: changeNumber('seq'),
  },
  (table) => [
    uniqueIndex('talks_one_running')
      .on(table.deckId, table.presenterId)
      .where(sql`${table.endedAt} is null`),
    index('talks_running')
      .on(table.startedAt, table.id)
      .where(sql`${table.endedAt} is null`),
    index('talks_changes').on(table.deckId, table.seq),
    index('talks_ended').on(table.endedAt),
    index('talks_left')
      .on(table.leftAt)
      .where(sql`${table.leftAt} is not null`),
    index('talks_version').on(table.versionId),
    index('talks_presenter').on(table.presenterId),
    index('talks_question').on(table.questionId),
    check('talks_blank_known', sql`${table.blank} in ('black', 'white', 'address', 'question')`),
  ],
);

/** Questions of people who follow a talk. They are kept with the talk. Who asked is not stored: see `askerHash`. */
export const talkQuestions = pgTable(
  'talk_questions',
  {
    id: text('id').primaryKey(),
    talkId: text('talk_id')
      .notNull()
      .references((): AnyPgColumn => talks.id, { onDelete: 'cascade' }),
    /** The SHA-256 of the talk and of who asked, to count the questions of one person. */
    askerHash: text('asker_hash').notNull(),
    /** The name that was given: untrusted text, as the question is. */
    name: text('name'),
    body: text('body').notNull(),
    status: text('status').$type<QuestionStatus>().notNull().default('open'),
    /** How many rows of `talk_question_votes` there are. */
    votes: integer('votes').notNull().default(0),
    askedAt: instant('asked_at').notNull(),
  },
  (table) => [
    index('talk_questions_talk').on(table.talkId),
    check('talk_questions_status_known', sql`${table.status} in ('open', 'answered', 'hidden')`),
  ],
);

/** Votes for questions: one for each person. */
export const talkQuestionVotes = pgTable(
  'talk_question_votes',
  {
    questionId: text('question_id')
      .notNull()
      .references(() => talkQuestions.id, { onDelete: 'cascade' }),
    /** As `askerHash` of a question. */
    voterHash: text('voter_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.voterHash] })],
);

/**
 * The code that pairs the next remote of a talk. Each talk has at most one, and it can be used once. Only its SHA-256 is stored.
 */
export const talkPairings = pgTable('talk_pairings', {
  talkId: text('talk_id')
    .primaryKey()
    .references(() => talks.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull().unique('talk_pairings_code_hash_unique'),
  expiresAt: instant('expires_at').notNull(),
});

/** Phones that control a talk. Only the SHA-256 of the token is stored. Revoking a remote deletes its row. */
export const talkRemotes = pgTable(
  'talk_remotes',
  {
    id: text('id').primaryKey(),
    talkId: text('talk_id')
      .notNull()
      .references(() => talks.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique('talk_remotes_token_hash_unique'),
    /** The name that the phone has given itself: untrusted text. */
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null until the presenter has confirmed the remote. */
    confirmedAt: instant('confirmed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('talk_remotes_talk').on(table.talkId)],
);
