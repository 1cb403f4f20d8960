import { z } from 'zod';
import { idSchema } from './ids.ts';
import { EXPORT_HOURS } from './limits.ts';
import { timestampSchema } from './time.ts';

/** What a deck can be exported as. */
export const EXPORT_FORMATS = ['pdf', 'png'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const EXPORT_STATES = ['queued', 'running', 'done', 'failed'] as const;

/** Why an export has failed. */
export const EXPORT_FAILURES = ['timeout', 'too_large', 'crashed', 'nothing_shown'] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];

/** The path of an exported file. */
export function exportFilePath(deckId: string, exportId: string): string {
  return `/api/decks/${encodeURIComponent(deckId)}/exports/${encodeURIComponent(exportId)}/file`;
}

const options = {
  format: z.enum(EXPORT_FORMATS).meta({
    description:
      '`pdf`: a PDF with text that can be selected and links that work. `png`: a zip archive with a picture of every slide, 1920 pixels wide.',
  }),
  steps: z.enum(['last', 'all']).default('last').meta({
    description:
      '`last`: each slide once, as it is after its last step. `all`: each slide once for each of its steps, from none.',
  }),
  notes: z.enum(['none', 'below', 'pages']).default('none').meta({
    description:
      'For PDFs. `none`: without notes; each page has the size of the deck. `below`: pages of paper, with each slide above its notes. `pages`: pages of paper with the notes after the slides that have any.',
  }),
  drawings: z.boolean().default(false).meta({ description: 'Whether the drawings of the team are on the slides.' }),
  perPage: z.literal([1, 2, 4, 6]).default(1).meta({
    description: 'For PDFs. The number of slides on each page. More than 1: a handout on paper, without notes.',
  }),
  paper: z.enum(['a4', 'letter']).default('a4').meta({ description: 'For PDFs. The size of the paper for notes and handouts.' }),
};

/** What was asked for. */
export const exportOptionsSchema = z.object(options);
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

export const newExportSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  versionId: idSchema.optional().meta({ description: 'The version. Default: the current version.' }),
  ...options,
});

export const exportTargetSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  exportId: idSchema.meta({ description: 'The id of the export.' }),
});

export const exportSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the export.' }),
    deckId: z.string().meta({ description: 'The deck.' }),
    versionId: z.string().meta({ description: 'The version.' }),
    format: options.format,
    steps: options.steps.unwrap().meta({ description: 'Which steps of the slides are shown.' }),
    notes: options.notes.unwrap().meta({ description: 'Where the notes are in a PDF.' }),
    drawings: options.drawings.unwrap().meta({ description: 'Whether the drawings of the team are on the slides.' }),
    perPage: options.perPage.unwrap().meta({ description: 'The number of slides on each page of a PDF.' }),
    paper: options.paper.unwrap().meta({ description: 'The size of the paper for notes and handouts.' }),
    state: z.enum(EXPORT_STATES).meta({
      description:
        '`queued`: it waits for the renderer. `running`: slides are being rendered. `done`: there is a file. `failed`: there is none; `error` says why.',
    }),
    progress: z
      .object({
        done: z.int().min(0).meta({ description: 'How many slides have been rendered.' }),
        of: z.int().min(0).nullable().meta({ description: 'How many slides there are. Null until this is known.' }),
      })
      .meta({ id: 'ExportProgress', description: 'How far it is.' }),
    missingSlides: z.int().min(0).meta({
      description: 'How many slides could not be shown: they are missing in an archive, and blank or incomplete in a PDF.',
    }),
    error: z.enum(EXPORT_FAILURES).nullable().meta({
      description:
        'Why there is no file. `timeout`: the deck takes too long. `too_large`: it uses too much memory, or the file would be too large. `crashed`: the browser has ended. `nothing_shown`: no slide could be shown. Null unless it has failed.',
    }),
    fileUrl: z
      .string()
      .nullable()
      .meta({ description: 'The path of the file. Null until it is done.', examples: ['/api/decks/…/exports/…/file'] }),
    sizeBytes: z.int().min(0).nullable().meta({ description: 'The size of the file in bytes. Null until it is done.' }),
    createdAt: timestampSchema.meta({ description: 'When it was asked for.' }),
    expiresAt: timestampSchema.meta({
      description: `When it will be removed: ${EXPORT_HOURS} hours after the file was made or, until then, after it was asked for.`,
    }),
  })
  .meta({ id: 'Export', description: 'A deck as a file that the server makes. Only the user who asked for it can see it.' });
export type Export = z.infer<typeof exportSchema>;
