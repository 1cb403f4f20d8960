import { slideStateTable } from './slide-state.ts';

/** One note per slide, and per slide inside it, shared by everyone who sees the deck: plain text. */
export const notes = slideStateTable('notes', 'body');
