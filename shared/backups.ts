import { z } from 'zod';
import { timestampSchema } from './time.ts';

const backupSchema = z
  .object({
    startedAt: timestampSchema.meta({ description: 'When it began.' }),
    endedAt: timestampSchema.meta({ description: 'When it ended.' }),
    isScheduled: z
      .boolean()
      .meta({ description: 'Whether the server made it by itself. Otherwise someone ran `lectern backup`.' }),
    directory: z.string().meta({ description: 'The directory on the machine that made it.' }),
    snapshot: z.string().nullable().meta({ description: 'The name of the snapshot. Null: none was made.' }),
    error: z.string().nullable().meta({ description: 'What went wrong, as a sentence. Null: nothing.' }),
  })
  .meta({ id: 'Backup', description: 'A backup that has ended.' });
export type Backup = z.infer<typeof backupSchema>;

const scheduleSchema = z
  .object({
    everyHours: z.number().meta({ description: 'The number of hours from one to the next.' }),
    keep: z.number().meta({ description: 'How many snapshots stay in the directory.' }),
  })
  .meta({ id: 'BackupSchedule', description: 'When the server makes backups by itself.' });

export const backupFactsSchema = z
  .object({
    schedule: scheduleSchema.nullable().meta({ description: 'Null: the server makes no backups by itself.' }),
    last: backupSchema.nullable().meta({ description: 'The newest one. Null: there is none.' }),
    lastComplete: backupSchema.nullable().meta({ description: 'The newest one without an error. Null: there is none.' }),
  })
  .meta({ id: 'Backups', description: 'What is known of the backups of this server.' });
export type BackupFacts = z.infer<typeof backupFactsSchema>;
