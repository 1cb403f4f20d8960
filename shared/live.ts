import { z } from 'zod';
import { idSchema, slideIndexSchema } from './ids.ts';
import { innerOfRecord } from './inner.ts';
import { coordinateSchema, newStrokeSchema, strokeSchema } from './ink.ts';
import { INK_LIVE_POINTS_MAX, WATCHED_DECKS_MAX } from './limits.ts';
import { noteSchema } from './notes.ts';
import { placeSchema } from './place.ts';
import { personSchema } from './people.ts';
import { reactionCountsSchema } from './questions.ts';
import { clientIdSchema, laserSchema, remoteCommandSchema, remoteSchema, talkSchema } from './talks.ts';

/** A window that shows a deck, as other people see it. */
export const presenceSchema = z.object({
  clientId: z.string(),
  person: personSchema,
  place: placeSchema,
  /** The version of the deck to which the place belongs. Null: the window did not say. */
  versionId: idSchema.nullable(),
  /** The talk that this window follows. Null: none. */
  following: idSchema.nullable(),
});
export type Presence = z.infer<typeof presenceSchema>;

const ofDeck = { deckId: z.string() };
/** Fields of persisted changes. `seq` numbers the changes of a deck; every change has its own number. */
const persisted = { ...ofDeck, seq: z.int().min(0) };
/** Fields of persisted changes on a slide. `slideIndex` is a position in version `versionId`. */
const onSlide = { ...persisted, versionId: z.string(), slideIndex: z.int().min(0) };

/** Rounded, so that the size of an event is bounded. */
const roundedCoordinate = coordinateSchema.overwrite((value) => Math.round(value * 100) / 100);

/** A stroke while it is drawn: with the id that it will be stored with, and with fewer points. */
export const unfinishedStrokeSchema = newStrokeSchema
  .pick({ id: true, tool: true, color: true, width: true, inner: true })
  .extend({
    points: z
      .array(z.tuple([roundedCoordinate, roundedCoordinate]))
      .min(1)
      .max(INK_LIVE_POINTS_MAX),
  });
export type UnfinishedStroke = z.infer<typeof unfinishedStrokeSchema>;

/** Events that are not persisted, because they are only of use at the moment. */
export const ephemeralEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('laser'), ...ofDeck, talkId: z.string(), dot: laserSchema }),
  /** The person has starred the deck, or removed the star. Sent only to their windows. */
  z.object({ kind: z.literal('star'), ...ofDeck, starred: z.boolean() }),
  /** Sent only to the windows of the presenter. */
  z.object({ kind: z.literal('remotes'), ...ofDeck, talkId: z.string(), remotes: z.array(remoteSchema) }),
  /**
   * Someone is drawing in the window `clientId`. Null: they have cancelled the stroke. The finished stroke follows as an `ink` event with
   * the same stroke id; if the author's connection is lost, that is later.
   */
  z.object({
    kind: z.literal('drawing'),
    ...ofDeck,
    versionId: z.string(),
    slideIndex: z.int().min(0),
    clientId: z.string(),
    author: personSchema,
    stroke: unfinishedStrokeSchema.nullable(),
  }),
  /** The questions of a talk have changed, or one has more votes. Sent once a second at most. `open` are those without an answer. */
  z.object({ kind: z.literal('questions'), ...ofDeck, talkId: z.string(), open: z.int().min(0) }),
  /** What was sent in the last second. Sent only to the windows of the presenter. */
  z.object({ kind: z.literal('reactions'), ...ofDeck, talkId: z.string(), counts: reactionCountsSchema }),
  z.object({ kind: z.literal('remote-command'), ...ofDeck, talkId: z.string(), command: remoteCommandSchema }),
]);
export type EphemeralEvent = z.infer<typeof ephemeralEventSchema>;

/**
 * The events of a stream. Persisted changes are delivered exactly once, in the order of `seq`. If a row has changed several times
 * while the client was not connected, only its last state is sent, with the last number. Other events may be lost.
 *
 * For each deck, the stream first sends the running talks and the people who view the deck, then the changes after `since`, and
 * then `caught-up`.
 */
export const liveEventSchema = z.discriminatedUnion('kind', [
  /**
   * All changes up to `seq` have been sent; later events are new. If `seq` is smaller than the client's `since`, the server has
   * been restored from a backup, and the client must load the deck again.
   */
  z.object({ kind: z.literal('caught-up'), ...persisted }),
  /** The title, the visibility or the current version has changed. The client must load the deck again. */
  z.object({ kind: z.literal('deck'), ...persisted }),
  /** `inner` is null for the note of the slide as a whole, `note` if the note was deleted. */
  z.object({ kind: z.literal('note'), ...onSlide, inner: innerOfRecord, note: noteSchema.nullable() }),
  z.object({ kind: z.literal('ink'), ...onSlide, drawn: z.array(strokeSchema), erased: z.array(z.string()) }),
  /** An annotation of another program has changed. The client must load the annotation of the slide again. */
  z.object({ kind: z.literal('annotation'), ...onSlide }),
  z.object({ kind: z.literal('talk'), ...persisted, talk: talkSchema, ended: z.boolean() }),
  /** All windows that show the deck. Sent whenever the list changes. */
  z.object({ kind: z.literal('presence'), ...ofDeck, people: z.array(presenceSchema) }),
  ...ephemeralEventSchema.options,
  /** The deck was deleted, or the person can no longer see it. No more events of this deck follow. */
  z.object({ kind: z.literal('lost'), ...ofDeck }),
  /**
   * The list of decks that the person may read has changed, or may have: the client must load it again. Sent only to streams that ask for
   * it. Changes while no stream was open are not sent.
   */
  z.object({ kind: z.literal('library') }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
/** The events that are about one deck. */
export type DeckEvent = Exclude<LiveEvent, { readonly kind: 'library' }>;

export const watchSchema = z
  .object({
    /** Chosen by the browser. The windows that share the stream send it with their presence. */
    streamId: clientIdSchema,
    /** `since` is the last `seq` that the client has of the deck. Null: only new events. */
    decks: z
      .array(z.object({ id: idSchema, since: z.int().min(0).nullable() }))
      .max(WATCHED_DECKS_MAX)
      .refine((decks) => new Set(decks.map(({ id }) => id)).size === decks.length, 'This field must not contain a deck twice.'),
    /** Whether the stream reports changes of the list of decks. */
    library: z.boolean().default(false),
    /** Id of the last event before a reconnect. It takes precedence over `since`. */
    lastEventId: z.string().max(2000).nullish(),
  })
  .refine(({ decks, library }) => library || decks.length > 0, { path: ['decks'], message: 'This field must contain a deck.' });
export type Watch = z.infer<typeof watchSchema>;

/** The presence of a window in a deck. `at` is null if the window has left the deck. Pages of earlier builds send no `versionId`. */
export const lookSchema = z.object({
  streamId: clientIdSchema,
  clientId: clientIdSchema,
  deckId: idSchema,
  at: presenceSchema
    .pick({ place: true, following: true })
    .extend({ versionId: idSchema.nullable().default(null) })
    .nullable(),
});
export type Look = z.infer<typeof lookSchema>;

/** A stroke that is being drawn in a window. It is shown to others and not stored. */
export const liveDrawSchema = z.object({
  deckId: idSchema,
  versionId: idSchema,
  slideIndex: slideIndexSchema,
  clientId: clientIdSchema,
  stroke: unfinishedStrokeSchema.nullable(),
});
export type LiveDraw = z.infer<typeof liveDrawSchema>;
