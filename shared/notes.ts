import { z } from 'zod';
import { idSchema, slideIndexSchema } from './ids.ts';
import { NOTE_BODY_MAX, NOTE_STATES_MAX } from './limits.ts';
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

/** How somebody left a note. Saves of one person within minutes of each other make one state. */
export const noteStateSchema = z
  .object({
    revision: z.int().min(1).meta({ description: 'Of the last save of this state' }),
    body: z.string().nullable().meta({ description: 'Null: the note was deleted' }),
    changedAt: timestampSchema,
    changedBy: personSchema,
  })
  .meta({ id: 'NoteState' });
export type NoteState = z.infer<typeof noteStateSchema>;

export const noteHistoryReadSchema = noteTargetSchema;
export const noteHistorySchema = z
  .object({
    items: z.array(noteStateSchema).max(NOTE_STATES_MAX).meta({ description: 'Newest first; the first is how the note is now' }),
  })
  .meta({ id: 'NoteHistory' });
