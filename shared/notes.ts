import { z } from 'zod';
import { idSchema, slideIndexSchema } from './ids.ts';
import { NOTE_BODY_MAX } from './limits.ts';
import { unplaced, writeConditions } from './revisions.ts';
import { personSchema } from './roles.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

export const noteSchema = z
  .object({
    deckId: z.string(),
    slideIndex: z.int().min(0),
    body: z.string(),
    revision: z.int().min(1),
    updatedAt: timestampSchema,
    updatedBy: personSchema,
  })
  .meta({ id: 'Note' });
export type Note = z.infer<typeof noteSchema>;

export const noteListSchema = z
  .object({ items: z.array(noteSchema), unplaced: z.array(unplaced(noteSchema, 'UnplacedNote')) })
  .meta({ id: 'NoteList' });
const noteTargetSchema = z.object({ id: idSchema, slideIndex: slideIndexSchema });
export const noteWriteSchema = noteTargetSchema.extend({ body: textSchema(NOTE_BODY_MAX), ...writeConditions });
export const noteRemoveSchema = noteTargetSchema.extend(writeConditions);
