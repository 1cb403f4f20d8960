import { slideStateTable } from './slide-state.ts';

/** The team's note on a slide: plain text. */
export const notes = slideStateTable('notes', 'body');
