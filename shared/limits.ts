/** Limits that server and clients must agree on. Sizes are bytes, lengths are UTF-16 code units, unless the name says otherwise. */

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;

export const DECK_TITLE_MAX = 256;
export const DECK_QUERY_MAX = 256;
export const NOTE_BODY_MAX = 16_384;
/** States of a note that can be brought back. */
export const NOTE_STATES_MAX = 50;

/** Strokes on one slide. */
export const INK_STROKES_MAX = 2000;
/** Points of one stroke. */
export const INK_POINTS_MAX = 10_000;
/** Letters of one stroke of text. */
export const INK_TEXT_MAX = 1000;
/** All strokes of one slide as they are kept. */
export const INK_SLIDE_MAX_BYTES = 8 * MIB;

export const USER_NAME_MAX = 128;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const KEY_NAME_MAX = 128;
export const KEY_DAYS_MAX = 3650;

export const IDEMPOTENCY_KEY_MAX = 255;

export const INVITE_HOURS_DEFAULT = 72;
export const INVITE_HOURS_MAX = 720;

/** Decks that one browser watches at once. They stand in an address, of which proxies take 8 KB. */
export const WATCHED_DECKS_MAX = 80;

/** Deepest nesting of arrays and objects that a JSON body may have. */
export const JSON_DEPTH_MAX = 100;
/** Largest JSON body of routes that take no annotation payload. A note of 16,384 characters, every one escaped, fits. */
export const JSON_BODY_MAX_BYTES = 256 * KIB;
