import { z } from 'zod';
import { timestampSchema } from './time.ts';

/** A backup that has ended. */
export const backupSchema = z.object({
  startedAt: timestampSchema,
  endedAt: timestampSchema,
  /** Whether the server made it by itself. Otherwise someone ran `lectern backup`. */
  isScheduled: z.boolean(),
  /** The directory on the machine that made it. */
  directory: z.string(),
  /** The name of the snapshot. Null: none was made. */
  snapshot: z.string().nullable(),
  /** What went wrong, as a sentence. Null: nothing. */
  error: z.string().nullable(),
});
export type Backup = z.infer<typeof backupSchema>;

/** What is known of the backups of this server. For admins. */
export const backupFactsSchema = z.object({
  /** Null: the server makes no backups by itself. */
  schedule: z.object({ everyHours: z.number(), keep: z.number() }).nullable(),
  /** The newest one. Null: there is none. */
  last: backupSchema.nullable(),
  /** The newest one without an error. Null: there is none. */
  lastComplete: backupSchema.nullable(),
});
export type BackupFacts = z.infer<typeof backupFactsSchema>;
