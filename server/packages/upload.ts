import type { z } from 'zod';
import type { uploadFieldsSchema } from '#shared/decks.ts';
import type { Remember } from './idempotency.repo.ts';
import type { StagedFile } from './staged-file.ts';

/** The text parts of an upload's form. */
export type UploadFields = z.infer<typeof uploadFieldsSchema>;

/** A received upload. */
export interface Upload {
  readonly staged: StagedFile;
  readonly fields: UploadFields;
  /** Set if the upload was sent with an `Idempotency-Key`. */
  readonly remember?: Remember;
}
