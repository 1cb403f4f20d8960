import { z } from 'zod';
import { idSchema } from './ids.ts';
import { placeSchema } from './place.ts';
import { personSchema } from './roles.ts';
import { lineSchema } from './text.ts';
import { timestampSchema } from './time.ts';

/** Nothing to look at but the speaker. */
const blankSchema = z.enum(['black', 'white']).nullable();

/** The talk's clock: runs since `runningSince` on top of `elapsedMs`; stands still while that is null. */
export const talkClockSchema = z.object({
  elapsedMs: z.int().min(0),
  runningSince: timestampSchema.nullable(),
  /** The server's time when it told this: clocks of phones and laptops differ, and all shall show the same. */
  at: timestampSchema,
  /** How long the talk is meant to last; null: nobody said. */
  plannedSeconds: z
    .int()
    .min(1)
    .max(24 * 3600)
    .nullable(),
});
export type TalkClock = z.infer<typeof talkClockSchema>;

/**
 * One presenter's run through a deck, which others follow. Everything that a late joiner needs. It stays on the version
 * that it was started on, whatever becomes the current one meanwhile.
 */
export const talkSchema = z.object({
  id: z.string(),
  deckId: z.string(),
  versionId: z.string(),
  presenter: personSchema,
  place: placeSchema,
  blank: blankSchema,
  clock: talkClockSchema,
  startedAt: timestampSchema,
  /** Counts every change of the talk; an event with a smaller one than was seen is old. */
  revision: z.int().min(1),
  /** The window that moved it last, so that it does not follow itself; empty where it was no window. */
  movedBy: z.string(),
});
export type Talk = z.infer<typeof talkSchema>;

/** A window of a browser, named by itself. */
export const clientIdSchema = z.string().regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, _ or -');

export const talkListQuery = z.object({ deckId: idSchema });
export const talkListSchema = z.object({ items: z.array(talkSchema) });

export const talkStartSchema = z.object({
  deckId: idSchema,
  versionId: idSchema,
  clientId: clientIdSchema,
  place: placeSchema,
  plannedSeconds: talkClockSchema.shape.plannedSeconds.default(null),
});
export const talkTargetSchema = z.object({ talkId: idSchema });
/** What is left out stays as it is. */
export const talkMoveSchema = talkTargetSchema.extend({
  clientId: clientIdSchema,
  place: placeSchema.optional(),
  blank: blankSchema.optional(),
});
export const talkClockChangeSchema = talkTargetSchema.extend({
  change: z.discriminatedUnion('do', [
    z.object({ do: z.enum(['pause', 'resume', 'reset']) }),
    z.object({ do: z.literal('plan'), plannedSeconds: talkClockSchema.shape.plannedSeconds }),
  ]),
});
export const talkHandOverSchema = talkTargetSchema.extend({ userId: idSchema });

/** Where the light dot is, in parts of the slide's width and height; null: it is off. */
export const laserSchema = z.object({ x: z.number().min(-1).max(2), y: z.number().min(-1).max(2) }).nullable();
export const talkLaserSchema = talkTargetSchema.extend({ dot: laserSchema });
export type Laser = z.infer<typeof laserSchema>;

/** Remotes of one talk, those that wait among them. */
export const TALK_REMOTES_MAX = 5;

const REMOTE_NAME_MAX = 64;

/** A phone that steers a talk. It is nobody's session: it may do what `remoteCommandSchema` says, in this talk, and nothing else. */
export const remoteSchema = z.object({
  id: z.string(),
  talkId: z.string(),
  /** What the phone calls itself: untrusted text. */
  name: z.string(),
  /** `waiting` until the presenter has confirmed it by its name. */
  status: z.enum(['waiting', 'confirmed']),
  createdAt: timestampSchema,
});
export type Remote = z.infer<typeof remoteSchema>;

/** Shown in the presenter's own view only; `url` carries the code in its fragment, is good once and for 60 s. */
export const pairingSchema = z.object({ url: z.url(), expiresAt: timestampSchema });

export const remoteClaimSchema = z.object({
  code: z.string().regex(/^[\w-]{20,128}$/),
  name: lineSchema(REMOTE_NAME_MAX),
});
export const remoteListSchema = z.object({ items: z.array(remoteSchema) });
export const remoteTargetSchema = talkTargetSchema.extend({ remoteId: idSchema });

export const remoteCommandSchema = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['next', 'previous']) }),
  z.object({ do: z.literal('blank'), blank: blankSchema }),
  z.object({ do: z.literal('laser'), dot: laserSchema }),
]);
export type RemoteCommand = z.infer<typeof remoteCommandSchema>;

/** All that a phone sees of a talk: nothing but whom it waits for until that person has let it in. */
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
    /** Whether a window of the presenter is there to carry out `next` and `previous`. */
    presenterHere: z.boolean(),
  }),
  /** The talk is over or in other hands, or the presenter has sent this phone away. Nothing more comes. */
  z.object({ status: z.literal('ended') }),
]);
export type RemoteView = z.infer<typeof remoteViewSchema>;
