import { z } from 'zod';
import { renderLimitsSchema } from './limits.ts';

/** What the renderer's process reads from the first line of its standard input. */
export const childOptionsSchema = z.strictObject({
  token: z.string().min(32),
  browser: z.strictObject({
    executablePath: z.string(),
    sandbox: z.boolean(),
    env: z.record(z.string(), z.string()),
    trustedKey: z.string().nullable(),
  }),
  limits: renderLimitsSchema,
  /** The user that it becomes; null: it stays what it is. */
  userId: z.int().positive().nullable(),
  /** Whether it leaves the processors to other processes. */
  givesWay: z.boolean(),
});
export type ChildOptions = z.infer<typeof childOptionsSchema>;

/** What the process writes to its standard output once it listens. */
export const childReadySchema = z.strictObject({ port: z.int().positive() });
