import { MIB } from '#shared/limits.ts';
import { HeldBytes } from './held-bytes.ts';

/** Large answers that are put together or wait for their client to take them. */
export const answersUnderWay = new HeldBytes({ totalMax: 128 * MIB, eachMax: 64 * MIB });
