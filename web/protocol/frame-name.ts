/**
 * The name (`<iframe name>`) of a frame that shows one slide of a multi-file deck. Such a document has no runtime, so the bridge
 * plays its `.fragment` steps. The bridge must know this before the first paint, and the name is available before any message.
 */
export const STEPPED_SLIDE = 'lectern-slide';

/**
 * The same for a frame that is loaded ahead and not visible yet: animations, media and sound wait until the player says hello.
 */
export const WAITING_SLIDE = 'lectern-slide-waiting';

/** Starts the name of a frame that shows a deck with its own runtime if an editor of the deck has chosen its slides; a selector follows. */
export const CHOSEN_SLIDES = 'lectern-slides:';
