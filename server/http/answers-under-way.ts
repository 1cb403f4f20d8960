import { MIB } from '#shared/limits.ts';
import { HeldBytes } from './held-bytes.ts';

/** Counts large responses that are being built or that wait for the client to read them. */
export const answersUnderWay = new HeldBytes({ totalMax: 128 * MIB, eachMax: 64 * MIB });
