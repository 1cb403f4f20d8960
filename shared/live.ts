import { z } from 'zod';
import { idSchema } from './ids.ts';
import { strokeSchema } from './ink.ts';
import { WATCHED_DECKS_MAX } from './limits.ts';
import { noteSchema } from './notes.ts';
import { placeSchema } from './place.ts';
import { personSchema } from './roles.ts';
import { clientIdSchema, laserSchema, remoteCommandSchema, remoteSchema, talkSchema } from './talks.ts';

/** A window that shows a deck, as others see it. */
export const presenceSchema = z.object({
  clientId: z.string(),
  person: personSchema,
  place: placeSchema,
  /** The talk that this window follows; null: it goes its own way. */
  following: idSchema.nullable(),
});
export type Presence = z.infer<typeof presenceSchema>;

const ofDeck = { deckId: z.string() };
/**
 * Kept changes carry `seq`, which counts the deck's changes; no two events of a deck have the same one. A slide index is
 * one of version `versionId`.
 */
const kept = { ...ofDeck, seq: z.int().min(0) };
const onSlide = { ...kept, versionId: z.string(), slideIndex: z.int().min(0) };

/** What is worth nothing a moment later and is kept nowhere. */
export const ephemeralEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('laser'), ...ofDeck, talkId: z.string(), dot: laserSchema }),
  /** For the presenter's own windows. */
  z.object({ kind: z.literal('remotes'), ...ofDeck, talkId: z.string(), remotes: z.array(remoteSchema) }),
  z.object({ kind: z.literal('remote-command'), ...ofDeck, talkId: z.string(), command: remoteCommandSchema }),
]);
export type EphemeralEvent = z.infer<typeof ephemeralEventSchema>;

/**
 * What a stream tells. Kept changes come in the order of `seq`, none left out and none twice: of a row that was changed
 * several times while nobody looked, the last state under the last number. The others may be lost. A deck begins with
 * the talks that run and whoever is there, then comes what is new since `since`, then `caught-up`.
 */
export const liveEventSchema = z.discriminatedUnion('kind', [
  /**
   * From here on what comes is new: everything up to `seq` has been told. A smaller number than the client had: the
   * service was put back to an older state, and all that is known of the deck must be read again.
   */
  z.object({ kind: z.literal('caught-up'), ...kept }),
  /** Title, visibility or version are others now: read the deck again. */
  z.object({ kind: z.literal('deck'), ...kept }),
  /** Null: deleted. */
  z.object({ kind: z.literal('note'), ...onSlide, note: noteSchema.nullable() }),
  z.object({ kind: z.literal('ink'), ...onSlide, drawn: z.array(strokeSchema), erased: z.array(z.string()) }),
  /** Another program's payload came, changed or went: read the slide's annotation again. */
  z.object({ kind: z.literal('annotation'), ...onSlide }),
  z.object({ kind: z.literal('talk'), ...kept, talk: talkSchema, ended: z.boolean() }),
  /** Everybody who is there, whenever that changes. */
  z.object({ kind: z.literal('presence'), ...ofDeck, people: z.array(presenceSchema) }),
  ...ephemeralEventSchema.options,
  /** The deck is gone, or no longer this person's to see. Nothing more comes of it. */
  z.object({ kind: z.literal('lost'), ...ofDeck }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** `since`: the last `seq` that the client has of that deck; null: it wants only what is new. */
export const watchSchema = z.object({
  /** Made by the browser; the windows that share the stream name it when they say where they are. */
  streamId: clientIdSchema,
  decks: z
    .array(z.object({ id: idSchema, since: z.int().min(0).nullable() }))
    .min(1)
    .max(WATCHED_DECKS_MAX)
    .refine((decks) => new Set(decks.map(({ id }) => id)).size === decks.length, 'must not name a deck twice'),
  /** Of the last event that came, where a broken stream is taken up again: it counts instead of every `since`. */
  lastEventId: z.string().max(2000).nullish(),
});
export type Watch = z.infer<typeof watchSchema>;

/** Where a window is; null: it has left the deck. */
export const lookSchema = z.object({
  streamId: clientIdSchema,
  clientId: clientIdSchema,
  deckId: idSchema,
  at: presenceSchema.pick({ place: true, following: true }).nullable(),
});
export type Look = z.infer<typeof lookSchema>;
