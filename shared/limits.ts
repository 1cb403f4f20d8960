/**
 * Limits that the server and its clients share. Sizes are in bytes and lengths in UTF-16 code units, unless the name says
 * otherwise.
 */

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;

export const DECK_TITLE_MAX = 256;
export const DECK_QUERY_MAX = 256;
export const NOTE_BODY_MAX = 16_384;
/** States in the history of a note. */
export const NOTE_STATES_MAX = 50;

/** Strokes on one slide. */
export const INK_STROKES_MAX = 2000;
/** Points in one stroke. */
export const INK_POINTS_MAX = 10_000;
/** Length of the text of one stroke. */
export const INK_TEXT_MAX = 1000;
/** Ids of erased strokes that are kept for one slide. */
export const INK_ERASED_MAX = 20_000;
/** Days for which the id of an erased stroke is kept. Until then, a late request cannot bring the stroke back. */
export const INK_ERASED_DAYS = 30;
/** Total size of all strokes on one slide, as stored. */
export const INK_SLIDE_MAX_BYTES = 8 * MIB;

export const USER_NAME_MAX = 128;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const KEY_NAME_MAX = 128;
export const KEY_DAYS_MAX = 3650;
/** API keys of one person, expired ones included. */
export const KEYS_MAX = 100;
/** Sessions of one person. A new session beyond this number ends the least recently used one. */
export const SESSIONS_MAX = 100;

export const IDEMPOTENCY_KEY_MAX = 255;

export const INVITE_HOURS_DEFAULT = 72;
export const INVITE_HOURS_MAX = 720;
/** Invites of one admin that are neither used nor expired. */
export const INVITES_UNUSED_MAX = 500;

/** Calls in one tRPC request. */
export const BATCH_CALLS_MAX = 20;

/** Decks that one event stream can watch. They are part of the URL, which proxies often limit to 8 KB. */
export const WATCHED_DECKS_MAX = 80;

/** Maximum nesting of arrays and objects in a JSON body. */
export const JSON_DEPTH_MAX = 100;
/** Maximum JSON body, except for annotation payloads. A note of 16,384 characters fits even if every character is escaped. */
export const JSON_BODY_MAX_BYTES = 256 * KIB;
