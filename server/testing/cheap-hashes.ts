/** Loaded before the tests of the server, and into the servers that browser tests start: hashes of passwords take hardly any time. */
import { COST, setCost } from '#server/auth/passwords.ts';

export const CHEAP = { ...COST, ln: 10 };

setCost(CHEAP);
