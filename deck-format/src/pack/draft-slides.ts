import { isHtmlPath } from '../content-type.ts';
import { headingOf, titleOf } from '../html/text.ts';
import type { SlideFields } from '../write/build-manifest.ts';
import { textReader, type DeckDraft, type DeckFiles } from './draft.ts';
import { noteFiles, speakerNotes } from './notes.ts';
import { type LeftOut, PackError } from './source-tree.ts';
import { thumbnailFor, thumbnailsIn } from './thumbnails.ts';
import { titleOfSlides } from './titles.ts';

/** The draft of a folder in which every slide is an HTML file. */
export async function draftSlides(slideFiles: readonly string[], files: DeckFiles): Promise<DeckDraft> {
  const readText = textReader(files);
  const thumbnails = thumbnailsIn(files.keys());
  const slides: SlideFields[] = [];
  const documents: string[] = [];
  for (const file of slideFiles) {
    const html = (await readText(file)) ?? '';
    const label = headingOf(html) ?? titleOf(html);
    documents.push(html);
    slides.push({
      file,
      ...(label !== undefined && { label }),
      notes: await speakerNotes(file, html, readText),
      thumbnail: thumbnailFor(file, thumbnails),
    });
  }
  const noteSources = new Set(slideFiles.flatMap(noteFiles));
  return {
    kind: 'slides',
    title: titleOfSlides(documents),
    architecture: slideFiles.every((file) => !file.includes('/')) ? 'multi-file-flat' : 'multi-file',
    slides,
    files: new Map([...files].filter(([path]) => !noteSources.has(path))),
    conversionMode: 'slides',
    leftOut: [...files.keys()].filter((path) => noteSources.has(path)).map(includedAsNotes),
  };
}

/** The HTML files in `slides/` or, if there are none, those at the top level, in the order of their numbers. */
export function slideFilesIn(files: Iterable<string>): string[] {
  const html = [...files].filter(isHtmlPath);
  const inFolder = html.filter((path) => /^slides\/[^/]+$/.test(path));
  const slides = inFolder.length > 0 ? inFolder : html.filter((path) => !path.includes('/'));
  if (slides.length === 0) {
    throw new PackError(
      'No slides found: add HTML files to the folder or to its "slides" folder, or choose an HTML file with --entry.',
      'no-slides',
    );
  }
  return inSlideOrder(slides);
}

function includedAsNotes(path: string): LeftOut {
  return { path, why: 'speaker notes, included in the manifest' };
}

/** Compares numbers by value, so that `slide-10` follows `slide-9`. */
const collator = new Intl.Collator('en', { numeric: true });

/** Paths in the order of their numbers. Paths that the collator considers equal are ordered by code unit. */
function inSlideOrder(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => collator.compare(a, b) || (a < b ? -1 : Number(a > b)));
}
