import { randomId } from '#web/lib/random-id.ts';

/** This window, as the server and the browser's other windows know it. Made at every load: a duplicated tab is a window of its own. */
export const clientId = randomId();
