import { z } from 'zod';
import { deckSchema } from './decks.ts';
import { idSchema } from './ids.ts';
import { placeSchema } from './place.ts';
import { personSchema } from './people.ts';
import { questionChangeSchema, remoteQuestionSchema, shownQuestionSchema } from './questions.ts';
import { lineSchema } from './text.ts';
import { timestampSchema } from './time.ts';

/** What a presenter may show in place of the slide: a black or white screen, or the address of the talk. Null: the slide is shown. */
const blankWishSchema = z.enum(['black', 'white', 'address']).nullable();
export type BlankWish = z.infer<typeof blankWishSchema>;
/** The same with `question`: a question of the audience, which is chosen by its id. */
const blankSchema = z.enum(['black', 'white', 'address', 'question']).nullable();

/**
 * The clock of a talk. The elapsed time is `elapsedMs`, plus the time since `runningSince` unless that is null: then the clock is
 * paused.
 */
export const talkClockSchema = z.object({
  elapsedMs: z.int().min(0),
  runningSince: timestampSchema.nullable(),
  /** The server's time when it sent the clock. Clients correct for the difference to their own time with it. */
  at: timestampSchema,
  /** The planned duration. Null: not set. */
  plannedSeconds: z
    .int()
    .min(1)
    .max(24 * 3600)
    .nullable(),
});
export type TalkClock = z.infer<typeof talkClockSchema>;

/**
 * A talk: a presentation of a deck that other people can follow. It keeps the version that it started with, even if another
 * version becomes current.
 */
export const talkSchema = z.object({
  id: z.string(),
  deckId: z.string(),
  versionId: z.string(),
  presenter: personSchema,
  place: placeSchema,
  blank: blankSchema,
  /**
   * While `blank` is `address`: the short address of the link that is open for the talk's audience. Null if there is none: then only people who
   * may read the deck can follow.
   */
  address: z.url().nullable(),
  /** While `blank` is `question`: the question. Otherwise null. */
  question: shownQuestionSchema.nullable(),
  /** Whether people who follow the talk may ask questions and vote, and may send reactions. */
  takesQuestions: z.boolean(),
  takesReactions: z.boolean(),
  clock: talkClockSchema,
  startedAt: timestampSchema,
  /** Counts the changes of the talk. Clients ignore an event with a smaller revision than the last one. */
  revision: z.int().min(1),
  /**
   * The client id of the window that last changed the position, so that this window ignores its own event. Empty if it was not a
   * window.
   */
  movedBy: z.string(),
});
export type Talk = z.infer<typeof talkSchema>;

/** The id of a browser window, which it chooses itself. */
export const clientIdSchema = z
  .string()
  .regex(/^[\w-]{8,64}$/, 'This field must consist of 8 to 64 letters, digits, "_" or "-".');

export const talkListQuery = z.object({ deckId: idSchema });
export const talkListSchema = z.object({ items: z.array(talkSchema) });

/** A running talk on a deck that the user may read. */
export const liveTalkSchema = talkSchema.pick({ id: true, presenter: true, startedAt: true }).extend({ deck: deckSchema });
export type LiveTalk = z.infer<typeof liveTalkSchema>;
export const liveTalkListSchema = z.object({ items: z.array(liveTalkSchema) });

export const talkStartSchema = z.object({
  deckId: idSchema,
  versionId: idSchema,
  clientId: clientIdSchema,
  place: placeSchema,
  plannedSeconds: talkClockSchema.shape.plannedSeconds.default(null),
  /** As in `talkSchema`, from the beginning. A talk that is running already keeps what it has. */
  takesQuestions: z.boolean().default(false),
  takesReactions: z.boolean().default(false),
});
export const talkTargetSchema = z.object({ talkId: idSchema });
/** Fields that are left out keep their values. */
export const talkMoveSchema = talkTargetSchema.extend({
  clientId: clientIdSchema,
  place: placeSchema.optional(),
  blank: blankWishSchema.optional(),
});
export const talkClockChangeSchema = talkTargetSchema.extend({
  change: z.discriminatedUnion('do', [
    z.object({ do: z.enum(['pause', 'resume', 'reset']) }),
    z.object({ do: z.literal('plan'), plannedSeconds: talkClockSchema.shape.plannedSeconds }),
  ]),
});
export const talkHandOverSchema = talkTargetSchema.extend({ userId: idSchema });

/** The position of the laser pointer, as fractions of the width and height of the slide. Null: it is off. */
export const laserSchema = z.object({ x: z.number().min(-1).max(2), y: z.number().min(-1).max(2) }).nullable();
export const talkLaserSchema = talkTargetSchema.extend({ dot: laserSchema });
export type Laser = z.infer<typeof laserSchema>;

/** Remotes of one talk, including those that wait for confirmation. */
export const TALK_REMOTES_MAX = 5;

const REMOTE_NAME_MAX = 64;

/** A phone that controls a talk. It has no session: it can only send the commands of `remoteCommandSchema` to this talk. */
export const remoteSchema = z.object({
  id: z.string(),
  talkId: z.string(),
  /** The name that the phone has given itself: untrusted text. */
  name: z.string(),
  /** `waiting` until the presenter confirms the phone. */
  status: z.enum(['waiting', 'confirmed']),
  createdAt: timestampSchema,
});
export type Remote = z.infer<typeof remoteSchema>;

/**
 * A pairing code for a remote. `url` has the code in its fragment; it can be used once, within 60 seconds. If `url` begins with
 * localhost because the server has no `BASE_URL`, `inNetwork` has the same link for each address at which a phone in the same network
 * reaches the server.
 */
export const pairingSchema = z.object({ url: z.url(), inNetwork: z.array(z.url()), expiresAt: timestampSchema });
export type Pairing = z.infer<typeof pairingSchema>;

export const remoteClaimSchema = z.object({
  code: z.string().regex(/^[\w-]{20,128}$/),
  name: lineSchema(REMOTE_NAME_MAX),
});
export const remoteListSchema = z.object({ items: z.array(remoteSchema) });
export const remoteTargetSchema = talkTargetSchema.extend({ remoteId: idSchema });

export const remoteCommandSchema = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['next', 'previous']) }),
  z.object({ do: z.literal('blank'), blank: blankWishSchema }),
  z.object({ do: z.literal('question'), questionId: idSchema, change: questionChangeSchema }),
  z.object({ do: z.literal('laser'), dot: laserSchema }),
]);
export type RemoteCommand = z.infer<typeof remoteCommandSchema>;

/** A talk as a remote sees it. Until it is confirmed, it only sees the name of the presenter. */
export const remoteViewSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('waiting'), presenterName: z.string() }),
  z.object({
    status: z.literal('confirmed'),
    presenterName: z.string(),
    deckTitle: z.string(),
    slideNumber: z.int().min(1),
    slideCount: z.int().min(1),
    blank: blankSchema,
    clock: talkClockSchema,
    /** The questions with most votes. Null: the talk takes none. */
    questions: z.array(remoteQuestionSchema).nullable(),
    /** Whether the presenter has an open window, which `next` and `previous` need. */
    presenterHere: z.boolean(),
  }),
  /** The talk has ended or has a new presenter, or the remote was removed. No more views follow. */
  z.object({ status: z.literal('ended') }),
]);
export type RemoteView = z.infer<typeof remoteViewSchema>;
