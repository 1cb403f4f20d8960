import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { normalizePackagePath } from '../../paths.ts';
import { titleOf } from '../html/text.ts';
import { baseName, type SlideFields } from '../write/build-manifest.ts';
import { contentsOf, textReader, type DeckDraft } from './draft.ts';
import { looseObjectAt } from './loose-json.ts';
import { speakerNotes } from './notes.ts';
import { thumbnailFor, thumbnailsIn } from './thumbnails.ts';
import type { FolderListing } from './walk.ts';

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
export async function draftInline(root: string, entry: string, listing: FolderListing): Promise<DeckDraft | undefined> {
  const html = await readFile(join(root, entry), 'utf8');
  const found = looseObjectAt(html, /\bDECK_MANIFEST\s*=\s*/);
  const parsed = inlineSchema.safeParse(Array.isArray(found) ? { slides: found } : found);
  if (!parsed.success) return undefined;
  const known = new Set(listing.files);
  const readText = textReader(root, listing.files);
  const thumbnails = thumbnailsIn(listing.files);
  const slides: SlideFields[] = [];
  const listed: readonly InlineSlide[] = parsed.data.slides;
  for (const slide of listed) {
    const file = slideFile(entry, slide, known);
    if (file === undefined) return undefined;
    const notes = slide.notes ?? (await speakerNotes(file, (await readText(file)) ?? '', readText));
    slides.push({ ...slideFields(file, slide), notes, thumbnail: thumbnailFor(file, thumbnails) });
  }
  return {
    kind: 'inline-deck',
    slides,
    title: parsed.data.title ?? titleOf(html) ?? baseName(entry),
    architecture: 'multi-file',
    files: await contentsOf(root, listing.files),
    sourceEntry: entry,
    conversionMode: 'slides',
    leftOut: listing.leftOut,
    remarks: [],
  };
}

function slideFile(entry: string, { file, src, href }: InlineSlide, known: ReadonlySet<string>): string | undefined {
  const result = normalizePackagePath(posix.join(posix.dirname(entry), file ?? src ?? href ?? ''));
  return result.ok && known.has(result.path) && /\.html?$/i.test(result.path) ? result.path : undefined;
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
