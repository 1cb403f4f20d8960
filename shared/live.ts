import { z } from 'zod';
import { idSchema } from './ids.ts';
import { strokeSchema } from './ink.ts';
import { noteSchema } from './notes.ts';
import { placeSchema } from './place.ts';
import { personSchema } from './roles.ts';
import { clientIdSchema, laserSchema, remoteCommandSchema, remoteSchema, talkSchema } from './talks.ts';

/** Decks that one browser watches at once. */
export const WATCHED_DECKS_MAX = 100;

/** A window that shows a deck, as others see it. */
export const presenceSchema = z.object({
  clientId: z.string(),
  person: personSchema,
  place: placeSchema,
  /** The talk that this window follows; null: it goes its own way. */
  following: z.string().nullable(),
});
export type Presence = z.infer<typeof presenceSchema>;

const ofDeck = { deckId: z.string() };
/**
 * Kept changes carry `seq`, which counts the deck's changes without gaps, under its row's lock. A slide index is
 * one of version `versionId`.
 */
const kept = { ...ofDeck, seq: z.int().min(0) };
const onSlide = { ...kept, versionId: z.string(), slideIndex: z.int().min(0) };

/** What a stream tells. Kept changes come in the order of `seq`, none left out and none twice; the others may be lost. */
export const liveEventSchema = z.discriminatedUnion('kind', [
  /** From here on what comes is new: everything up to `seq` has been told. */
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
  z.object({ kind: z.literal('laser'), ...ofDeck, talkId: z.string(), dot: laserSchema }),
  /** For the presenter's own windows. */
  z.object({ kind: z.literal('remotes'), ...ofDeck, talkId: z.string(), remotes: z.array(remoteSchema) }),
  z.object({ kind: z.literal('remote-command'), ...ofDeck, talkId: z.string(), command: remoteCommandSchema }),
  /** The deck is gone, or no longer this person's to see. Nothing more comes of it. */
  z.object({ kind: z.literal('lost'), ...ofDeck }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** `since`: the last `seq` that the client has of that deck; null: it wants only what is new, and the talks that run. */
export const watchSchema = z.object({
  /** Made by the browser; the windows that share the stream name it when they say where they are. */
  streamId: clientIdSchema,
  decks: z.array(z.object({ id: idSchema, since: z.int().min(0).nullable() })).max(WATCHED_DECKS_MAX),
});

/** Where a window is; null: it has left the deck. */
export const lookSchema = z.object({
  streamId: clientIdSchema,
  clientId: clientIdSchema,
  deckId: idSchema,
  at: presenceSchema.pick({ place: true, following: true }).nullable(),
});
