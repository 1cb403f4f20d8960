import { slideStateTable } from './slide-state.ts';

/** One annotation per slide: JSON text, stored exactly as the client sent it. */
export const annotations = slideStateTable('annotations', 'payload');
