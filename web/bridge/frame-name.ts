/**
 * The name (`<iframe name>`) of a frame that shows one slide of a multi-file deck. Nothing in such a document moves by itself,
 * so the bridge plays its `.fragment` steps. It has to know before the first paint, and a name is there before any message.
 */
export const STEPPED_SLIDE = 'lectern-slide';

/** The same in a frame that is not seen yet: nothing that moves or sounds begins before the player says hello. */
export const WAITING_SLIDE = 'lectern-slide-waiting';
