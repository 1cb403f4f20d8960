import { z } from 'zod';
import { backupFactsSchema } from './backups.ts';
import { healthReportSchema, rendererFactsSchema } from './health.ts';
import { idSchema } from './ids.ts';
import { timestampSchema } from './time.ts';

const countSchema = z.int().min(0);
const bytesSchema = z.number().min(0);

const storageShareSchema = z
  .object({
    id: idSchema.meta({ description: 'The id of the person.' }),
    name: z.string().meta({ description: 'The name of the person.' }),
    email: z.string().meta({ description: 'The email address of the person.' }),
    decks: countSchema.meta({ description: 'How many decks the person owns, with those in the trash.' }),
    bytes: bytesSchema.meta({ description: 'The size of all versions of these decks.' }),
  })
  .meta({ id: 'StorageShare', description: 'What the decks of one person take.' });
export type StorageShare = z.infer<typeof storageShareSchema>;

const storageSchema = z
  .object({
    kind: z.enum(['disk', 's3']).meta({ description: 'Where the files are: in the data directory or in a bucket.' }),
    freeBytes: bytesSchema.nullable().meta({ description: 'What can still be stored. Null: unknown, as in a bucket.' }),
    measuredAt: timestampSchema.meta({ description: 'When the sums below were made. They are made again after five minutes.' }),
    decks: countSchema.meta({ description: 'How many decks there are, with those in the trash.' }),
    bytes: bytesSchema.meta({ description: 'The size of all versions of all decks. Pictures and exports are not counted.' }),
    people: z
      .array(storageShareSchema)
      .meta({ description: 'Whose decks take most, at most 50 people, the largest share first.' }),
  })
  .meta({ id: 'StorageUse', description: 'What decks take, and who owns them.' });
export type StorageUse = z.infer<typeof storageSchema>;

const failedJobSchema = z
  .object({
    id: idSchema.meta({ description: 'The id of the job.' }),
    kind: z.enum(['pictures', 'export']).meta({ description: 'What was to be made.' }),
    deck: z
      .object({
        id: idSchema.meta({ description: 'The id of the deck.' }),
        title: z.string().meta({ description: 'The title of the deck.' }),
      })
      .meta({ id: 'FailedJobDeck', description: 'The deck of a job.' }),
    version: countSchema.meta({ description: 'The number of the version.' }),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed, as the renderer says it.' }),
    endedAt: timestampSchema.meta({ description: 'When it was given up.' }),
  })
  .meta({ id: 'FailedJob', description: 'A job that was tried as often as it may be.' });
export type FailedJob = z.infer<typeof failedJobSchema>;

const jobsSchema = z
  .object({
    queued: countSchema.meta({ description: 'Jobs of the renderer that wait: pictures and exports.' }),
    running: countSchema.meta({ description: 'Jobs of the renderer that run, on all instances.' }),
    oldestSeconds: z.number().min(0).meta({ description: 'How long the oldest one has waited; 0 if none waits.' }),
    failed: countSchema.meta({ description: 'Jobs that were given up. 1,000 stands for all larger numbers.' }),
    failures: z.array(failedJobSchema).meta({ description: 'The latest of them, at most 20.' }),
    searchDue: countSchema.meta({
      description: 'Decks that wait to be indexed for the search. 1,000 stands for all larger numbers.',
    }),
  })
  .meta({ id: 'SystemJobs', description: 'Work in the background.' });
export type SystemJobs = z.infer<typeof jobsSchema>;

const limitsSchema = z
  .object({
    uploadMaxBytes: bytesSchema.meta({ description: '`UPLOAD_MAX_BYTES`.' }),
    userQuotaBytes: bytesSchema.nullable().meta({ description: '`USER_QUOTA_BYTES`. Null: no limit.' }),
    minFreeBytes: bytesSchema.meta({ description: '`MIN_FREE_BYTES`.' }),
    maxConnections: countSchema.meta({ description: '`MAX_CONNECTIONS`.' }),
    trashDays: countSchema.meta({ description: '`TRASH_DAYS`.' }),
    auditDays: countSchema.meta({ description: '`AUDIT_DAYS`.' }),
    visitsDays: countSchema.meta({ description: '`VISITS_DAYS`.' }),
  })
  .meta({ id: 'SystemLimits', description: 'The limits that the settings give.' });
export type SystemLimits = z.infer<typeof limitsSchema>;

/** What admins are told of the server. */
export const systemSchema = z
  .object({
    health: healthReportSchema,
    node: z.string().meta({ description: 'The version of Node.' }),
    database: z
      .object({
        version: z.string().meta({ description: 'The version of PostgreSQL.' }),
        isEmbedded: z.boolean().meta({ description: 'Whether Lectern runs it itself.' }),
        bytes: bytesSchema.meta({ description: 'The size of the database.' }),
      })
      .meta({ id: 'SystemDatabase', description: 'The database.' }),
    renderer: rendererFactsSchema,
    storage: storageSchema,
    jobs: jobsSchema,
    backups: backupFactsSchema,
    limits: limitsSchema,
  })
  .meta({ id: 'System', description: 'What admins are told of the server.' });
export type SystemFacts = z.infer<typeof systemSchema>;
