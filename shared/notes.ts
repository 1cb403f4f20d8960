import { z } from 'zod';
import { idSchema, slideIndexSchema } from './ids.ts';
import { innerOfRecord, innerOfRequest } from './inner.ts';
import { NOTE_BODY_MAX, NOTE_STATES_MAX } from './limits.ts';
import { unplaced, writeConditions } from './revisions.ts';
import { personSchema } from './people.ts';
import { textSchema } from './text.ts';
import { timestampSchema } from './time.ts';

export const noteSchema = z
  .object({
    deckId: z.string().meta({ description: 'The id of the deck.' }),
    slideIndex: z.int().min(0).meta({ description: 'The position of the slide in the deck, counted from 0.' }),
    inner: innerOfRecord,
    body: z.string().meta({ description: 'The note as plain text.' }),
    revision: z.int().min(1).meta({
      description: 'Counts the changes of this note, also across a deletion. Send it as `If-Match` with the next change.',
    }),
    updatedAt: timestampSchema.meta({ description: 'When it was last changed.' }),
    updatedBy: personSchema.meta({ description: 'Who last changed it.' }),
  })
  .meta({
    id: 'Note',
    description: 'The note on one slide, or on a slide inside it. Everyone who sees the deck works on the same note.',
  });
export type Note = z.infer<typeof noteSchema>;

export const noteListSchema = z
  .object({
    items: z.array(noteSchema).meta({
      description:
        'The notes, by slide; that of a slide as a whole is before those inside it. A slide without a note is left out.',
    }),
    unplaced: z
      .array(unplaced(noteSchema, 'UnplacedNote', 'A note whose slide is not in the version that was asked for.'))
      .meta({ description: 'Notes whose slide is not in this version. They are kept and come back with their slide.' }),
  })
  .meta({ id: 'NoteList', description: 'All notes of a deck.' });
export type NoteList = z.infer<typeof noteListSchema>;
const noteTargetSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  slideIndex: slideIndexSchema,
  inner: innerOfRequest,
});
export const noteWriteSchema = noteTargetSchema.extend({
  body: textSchema(NOTE_BODY_MAX).meta({ description: 'The note as plain text. Empty text is kept as a note.' }),
  ...writeConditions,
});
export const noteRemoveSchema = noteTargetSchema.extend(writeConditions);

export const noteStateSchema = z
  .object({
    revision: z.int().min(1).meta({ description: 'The revision of the last change in this state.' }),
    body: z.string().nullable().meta({ description: 'The text. Null if the note was deleted.' }),
    changedAt: timestampSchema.meta({ description: 'When the last change in this state was saved.' }),
    changedBy: personSchema.meta({ description: 'Who made the changes in this state.' }),
  })
  .meta({
    id: 'NoteState',
    description: 'A state in the history of a note. Changes that one person makes within minutes form one state.',
  });
export type NoteState = z.infer<typeof noteStateSchema>;

export const noteHistoryReadSchema = noteTargetSchema;
export const noteHistorySchema = z
  .object({
    items: z
      .array(noteStateSchema)
      .max(NOTE_STATES_MAX)
      .meta({ description: 'The states, newest first. The first one is the current note.' }),
  })
  .meta({ id: 'NoteHistory', description: 'The last states of a note.' });
