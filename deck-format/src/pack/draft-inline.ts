import { z } from 'zod';
import { isHtmlPath } from '../content-type.ts';
import type { SlideFields } from '../write/build-manifest.ts';
import { textReader, type DeckDraft, type DeckFiles } from './draft.ts';
import { speakerNotes } from './notes.ts';
import { assignedLiteral } from './object-literal.ts';
import { pathFrom } from './references/resolve.ts';
import { thumbnailFor, thumbnailsIn } from './thumbnails.ts';
import { titleOfDeck } from './titles.ts';

const slideSchema = z.looseObject({
  file: z.string().optional(),
  src: z.string().optional(),
  href: z.string().optional(),
  id: z.string().min(1).max(128).optional().catch(undefined),
  label: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  notes: z.string().nullish().catch(undefined),
  duration: z.number().positive().optional().catch(undefined),
});
const slidesSchema = z.array(z.union([slideSchema, z.string().transform((file) => ({ file }))]));
const inlineSchema = z.looseObject({ title: z.string().min(1).optional().catch(undefined), slides: slidesSchema });

type InlineSlide = z.infer<typeof slideSchema>;

/**
 * The draft of a document that lists its slides in `window.DECK_MANIFEST`. Each slide is an HTML file, given as text or as `file`,
 * `src` or `href` of an object. Undefined if the list cannot be read or contains files that do not exist: the document is then packed
 * as one slide.
 */
export async function draftInline(entry: string, html: string, files: DeckFiles): Promise<DeckDraft | undefined> {
  const found = assignedLiteral(html, 'DECK_MANIFEST');
  const parsed = inlineSchema.safeParse(Array.isArray(found) ? { slides: found } : found);
  if (!parsed.success) return undefined;
  const readText = textReader(files);
  const thumbnails = thumbnailsIn(files.keys());
  const slides: SlideFields[] = [];
  const listed: readonly InlineSlide[] = parsed.data.slides;
  for (const slide of listed) {
    const file = pathFrom(entry, slide.file ?? slide.src ?? slide.href ?? '');
    if (file === undefined || !files.has(file) || !isHtmlPath(file)) return undefined;
    const notes = slide.notes ?? (await speakerNotes(file, (await readText(file)) ?? '', readText));
    slides.push({ ...slideFields(file, slide), notes, thumbnail: thumbnailFor(file, thumbnails) });
  }
  return {
    kind: 'inline-deck',
    slides,
    title: parsed.data.title ?? titleOfDeck(html, 'inline-deck'),
    architecture: 'multi-file',
    files,
    sourceEntry: entry,
    conversionMode: 'slides',
  };
}

function slideFields(file: string, slide: InlineSlide): SlideFields {
  const label = slide.label ?? slide.title;
  return {
    file,
    ...(slide.id !== undefined && { id: slide.id }),
    ...(label !== undefined && { label }),
    ...(slide.duration !== undefined && { duration: slide.duration }),
  };
}
