import { z } from 'zod';

/**
 * A backup directory:
 *
 *     blobs/                     the bytes of all snapshots, laid out as in the store on disk
 *     snapshots/<time>/          one snapshot
 *       manifest.json            what it contains, with digests
 *       tables/<table>.copy.gz   the rows of a table, in PostgreSQL's text format of COPY
 *       auth-secret              signs sessions and addresses of decks
 */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** The version of Lectern that made it. */
  version: z.string(),
  /** ISO 8601. The rows are those of this moment. */
  createdAt: z.string(),
  /** `when` of the last migration. */
  level: z.number(),
  tables: z.array(
    z.object({
      name: z.string(),
      /** Quoted names, separated by commas. */
      columns: z.string(),
      rows: z.number(),
      /** SHA-256 of the uncompressed rows, in hexadecimal. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  blobs: z.array(z.object({ key: z.string(), size: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type TableEntry = Manifest['tables'][number];
export type BlobRecord = Manifest['blobs'][number];

/** A backup or a restore that is not possible. The message is a sentence that says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
