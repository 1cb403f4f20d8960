import { slideStateTable } from './slide-state.ts';

/** The team's drawing on a slide: JSON text, to the letter as it was sent. */
export const annotations = slideStateTable('annotations', 'payload');
