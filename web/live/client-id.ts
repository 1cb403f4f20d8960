import { randomId } from '#web/lib/random-id.ts';

/** The id of this window for the server and for other windows. It is created on every load, so a duplicated tab gets its own. */
export const clientId = randomId();
