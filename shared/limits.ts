/**
 * Limits that the server and its clients share. Sizes are in bytes and lengths in UTF-16 code units, unless the name says
 * otherwise.
 */

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;

/** Decks of one person. Decks that come to them when another person is removed may exceed it; then they cannot upload another. */
export const DECKS_MAX = 10_000;
/** Decks in one download. */
export const DOWNLOAD_DECKS_MAX = 50;
/** Total size of the packages in one download. */
export const DOWNLOAD_MAX_BYTES = 4 * GIB;
/** Versions of one deck. */
export const VERSIONS_MAX = 10_000;
/** People with whom one deck is shared by name. */
export const DECK_PEOPLE_MAX = 200;
/** Decks that are shared with one person by name. */
export const SHARED_DECKS_MAX = 2000;
/** Links of one deck, expired ones included. */
export const LINKS_MAX = 200;
export const LINK_NAME_MAX = 100;
export const LINK_PASSWORD_MIN = 4;
/** Length of the secret in the address of a link, and of a grant. The real ones are shorter. */
export const LINK_TOKEN_MAX = 128;
export const LINK_GRANT_MAX = 128;
/** Playback addresses of one link: one for each network and platform of its visitors. The ones that expire first are removed. */
export const LINK_PLAYBACK_GRANTS_MAX = 5000;
/** Length of the name that a visitor gives. */
export const VISIT_NAME_MAX = 100;
/** Length of the address of the page from which a visitor came. Only its host is stored. */
export const VISIT_REFERRER_MAX = 2048;
/** Slides in one report of a visit, and minutes on one of them. */
export const VISIT_ITEMS_MAX = 100;
export const VISIT_ITEM_MINUTES_MAX = 10;
/** How often the page of a visitor reports while it is visible. */
export const VISIT_REPORT_SECONDS = 20;
/** Visits through one link that begin on one day. */
export const VISITS_OF_DAY_MAX = 50_000;
/** Hosts from which the visits of one link on one day come. Others are in the visits, but not in summaries. */
export const VISIT_REFERRERS_MAX = 100;
/** Days in one summary of visits. */
export const VISIT_SUMMARY_DAYS_MAX = 400;
/** Decks of which the server keeps where one person last had them open. The ones opened longest ago are removed. */
export const OPENINGS_MAX = 500;
/** Decks that one person has starred. */
export const STARS_MAX = 1000;
/** Collections of one person. Those of the team that come to them when another person is removed may exceed it. */
export const COLLECTIONS_MAX = 200;
/** Decks in one collection. */
export const COLLECTION_DECKS_MAX = 1000;
export const COLLECTION_NAME_MAX = 100;
export const DECK_TITLE_MAX = 256;
export const DECK_QUERY_MAX = 256;
export const NOTE_BODY_MAX = 16_384;
/** Length of the name of a slide inside a deck that is one document. */
export const INNER_NAME_MAX = 128;
/** States in the history of a note. */
export const NOTE_STATES_MAX = 50;
/** States in the histories of all notes of one deck. The oldest ones are removed. */
export const DECK_NOTE_STATES_MAX = 20_000;
/**
 * Slides of one deck, in all its versions, that have or have had a note; inner slides count like others. The same number can have
 * or have had a drawing.
 */
export const DECK_WRITTEN_SLIDES_MAX = 10_000;
/** Total size of the notes of one deck, without their histories. */
export const DECK_NOTES_MAX_BYTES = 64 * MIB;
/** Total size of the drawings of one deck, on the slides of all its versions. */
export const DECK_DRAWINGS_MAX_BYTES = 512 * MIB;

/** Strokes on one slide. */
export const INK_STROKES_MAX = 2000;
/** Points in one stroke. */
export const INK_POINTS_MAX = 10_000;
/** Points of a stroke as others see it while it is drawn. Together with its other fields, it must fit a notification of PostgreSQL. */
export const INK_LIVE_POINTS_MAX = 200;
/** Length of the text of one stroke. */
export const INK_TEXT_MAX = 1000;
/** Ids of erased strokes that are kept for one deck. The oldest ones are removed: a late request could then bring their strokes back. */
export const INK_ERASED_MAX = 50_000;
/** Days for which the id of an erased stroke is kept. Until then, a late request cannot bring the stroke back. */
export const INK_ERASED_DAYS = 30;
/** Total size of all strokes on one slide, as stored. */
export const INK_SLIDE_MAX_BYTES = 8 * MIB;

export const USER_NAME_MAX = 128;
/** The name of the sign-in provider. */
export const OIDC_NAME_MAX = 64;
/** What the provider calls a person: OpenID Connect Core 1.0, 2 allows 255 characters. */
export const OIDC_SUBJECT_MAX = 255;
/** Where people go after they have signed in with the provider. Longer paths are left out. */
export const RETURN_PATH_MAX = 1024;
export const PEOPLE_QUERY_MAX = 256;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const KEY_NAME_MAX = 128;
export const KEY_DAYS_MAX = 3650;
/** API keys of one person, expired ones included. */
export const KEYS_MAX = 100;
/** Sessions of one person. A new session beyond this number ends the least recently used one. */
export const SESSIONS_MAX = 100;

/** Recovery codes that are made at once. Each works once. */
export const RECOVERY_CODES = 10;
/** Passkeys of one person: more than anyone has devices. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 100;
/** Browsers that one person trusts. A new one beyond this number replaces the oldest. */
export const TRUSTED_DEVICES_MAX = 20;
export const TRUSTED_DEVICE_DAYS = 30;
/** Sign-ins of one person that wait for their second step. A new one beyond this number ends the oldest. */
export const PENDING_SIGN_INS_MAX = 20;
/** How long a sign-in waits for its second step. */
export const SIGN_IN_MINUTES = 10;
/** Wrong codes after which a sign-in begins again with the password. */
export const SIGN_IN_FAILURES_MAX = 5;

export const IDEMPOTENCY_KEY_MAX = 255;

export const INVITE_HOURS_DEFAULT = 72;
export const INVITE_HOURS_MAX = 720;
/** Addresses that are invited at a time, and what is written to them. */
export const INVITE_ADDRESSES_MAX = 50;
export const INVITE_MESSAGE_MAX = 1000;
/** How long a link to set a new password works. */
export const RESET_HOURS = 24;
/** Invites of one admin that are neither used nor expired. */
export const INVITES_UNUSED_MAX = 500;
/** Days after which an expired invite that no one has used is removed. */
export const INVITES_EXPIRED_DAYS = 30;

/** Playback addresses of one session or API key. The ones that expire first are removed. */
export const PLAYBACK_GRANTS_MAX = 1000;
/** Packages for which one person's trust decisions are kept. The oldest ones are removed: the person is asked again. */
export const DECK_TRUST_MAX = 5000;
/** Characters of the CSS selector of a deck's slides. */
export const SLIDE_SELECTOR_MAX = 300;
/** The number of slides of a version that the renderer finds, those inside documents included. */
export const SLIDES_SHOWN_MAX = 2000;
/** The total size of the pictures of one version. Slides after that have no picture. */
export const PICTURES_MAX_BYTES = 256 * MIB;
/** The size of one picture. */
export const PICTURE_MAX_BYTES = 4 * MIB;
/** The size of one exported file. */
export const EXPORT_MAX_BYTES = 256 * MIB;
/** Exports of one person that wait or are being made. */
export const EXPORTS_UNDER_WAY_MAX = 3;
/** Exports of one person that have ended and are kept. A new one removes the oldest ones. */
export const EXPORTS_KEPT_MAX = 20;
/** Total size of the exported files of one person before a new export begins. The oldest ones are removed. */
export const EXPORTS_KEPT_MAX_BYTES = 1024 * MIB;
/** Hours for which an exported file is kept. */
export const EXPORT_HOURS = 24;
/** Pictures of slides that are kept because someone asked for them, on all servers together. The ones that were not used for the longest time are removed. */
export const REQUESTED_PICTURES_MAX = 10_000;
/** The total size of these pictures. */
export const REQUESTED_PICTURES_MAX_BYTES = 1024 * MIB;
/** The size of one of them. A PNG of a photo is large. */
export const REQUESTED_PICTURE_MAX_BYTES = 16 * MIB;
/** The length of the title that the renderer has found for a slide. The rest is cut off. */
export const RENDERED_TITLE_MAX = 256;
/** The length of the text that is kept of a slide. The rest is cut off. */
export const SLIDE_TEXT_MAX = 20_000;
/** The length of the texts of all slides of one version. Slides after that have no text. */
export const VERSION_TEXT_MAX = 4_000_000;
/** The length of the texts of one package that are searched. Slides after that are not found by their text. */
export const PACKAGE_TEXT_MAX = 2_000_000;
/** The slides of one package that are searched, inner slides included. */
export const PACKAGE_TEXTS_MAX = 5000;
/** The decks that are named in which a slide is as well. */
export const SLIDE_COPIES_MAX = 20;
export const SEARCH_QUERY_MAX = 200;
/** Characters of the text that is shown with a hit. */
export const SEARCH_SNIPPET_MAX = 200;
/** The length of the texts whose words one comparison of versions compares. */
export const COMPARED_TEXT_MAX = 400_000;
/** How many slides of each kind the summary of a version's changes names. */
export const SUMMARY_NUMBERS_MAX = 12;
/** Length of a question to the presenter of a talk, and of the name with it. */
export const QUESTION_MAX = 300;
export const QUESTION_NAME_MAX = 60;
/** Questions of one talk, and of one person in it. */
export const QUESTIONS_OF_TALK_MAX = 500;
export const QUESTIONS_OF_ASKER_MAX = 10;
/** Questions of a talk that people who follow it see: those with most votes. */
export const QUESTIONS_SHOWN_MAX = 100;
/** Votes for one question. */
export const QUESTION_VOTES_MAX = 20_000;
/** Reactions in one request. */
export const REACTIONS_AT_ONCE_MAX = 10;
/** Talks of one deck that have ended and are still kept. The oldest ones are removed. */
export const TALKS_ENDED_MAX = 200;

/** Audit events of one kind by one person. The oldest ones are removed, so that no one can displace the events of others. */
export const AUDIT_EVENTS_MAX = 10_000;
/** Audit events of one kind by clients that had not signed in. */
export const AUDIT_ANONYMOUS_EVENTS_MAX = 100_000;

/** Backups that are remembered, with their result. */
export const BACKUPS_MAX = 1000;

/** Calls in one tRPC request. */
export const BATCH_CALLS_MAX = 20;

/** Decks that one event stream can watch. They are part of the URL, which proxies often limit to 8 KB. */
export const WATCHED_DECKS_MAX = 80;

/** Maximum nesting of arrays and objects in a JSON body. */
export const JSON_DEPTH_MAX = 100;
/** Maximum JSON body, except for annotation payloads. A note of 16,384 characters fits even if every character is escaped. */
export const JSON_BODY_MAX_BYTES = 256 * KIB;
