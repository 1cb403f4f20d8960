import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { normalizePackagePath } from '../../paths.ts';
import { titleOf } from '../html/text.ts';
import { baseName, type SlideFields } from '../write/build-manifest.ts';
import { contentsOf, textReader, type DeckDraft } from './draft.ts';
import { looseObjectAt } from './loose-json.ts';
import { speakerNotes } from './notes.ts';
import { thumbnailFor } from './thumbnails.ts';
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
 * A document that lists its slides in `window.DECK_MANIFEST`, each an HTML file of its own (named by `file`, `src` or
 * `href`, or just a text). Undefined where the list cannot be read or names other than files that are there: the
 * document is then kept whole.
 */
export async function draftInline(root: string, entry: string, listing: FolderListing): Promise<DeckDraft | undefined> {
  const html = await readFile(join(root, entry), 'utf8');
  const found = looseObjectAt(html, /\bDECK_MANIFEST\s*=\s*/);
  const parsed = inlineSchema.safeParse(Array.isArray(found) ? { slides: found } : found);
  if (!parsed.success) return undefined;
  const slides: SlideFields[] = [];
  for (const slide of parsed.data.slides) {
    const file = slideFile(entry, slide, listing.files);
    if (file === undefined) return undefined;
    slides.push(await slideFields(root, file, slide, listing.files));
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

function slideFile(entry: string, { file, src, href }: InlineSlide, files: readonly string[]): string | undefined {
  const result = normalizePackagePath(posix.join(posix.dirname(entry), file ?? src ?? href ?? ''));
  return result.ok && files.includes(result.path) && /\.html?$/i.test(result.path) ? result.path : undefined;
}

async function slideFields(root: string, file: string, slide: InlineSlide, files: readonly string[]): Promise<SlideFields> {
  const readText = textReader(root, files);
  const label = slide.label ?? slide.title;
  return {
    file,
    ...(slide.id !== undefined && { id: slide.id }),
    ...(label !== undefined && { label }),
    ...(slide.duration !== undefined && { duration: slide.duration }),
    notes: slide.notes ?? (await speakerNotes(file, (await readText(file)) ?? '', readText)),
    thumbnail: thumbnailFor(file, files),
  };
}
