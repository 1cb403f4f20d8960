import { basename, resolve } from 'node:path';
import { headingOf, titleOf } from '../html/text.ts';
import type { SlideFields } from '../write/build-manifest.ts';
import { contentsOf, textReader, type DeckDraft } from './draft.ts';
import { noteFiles, speakerNotes } from './notes.ts';
import { PackError } from './options.ts';
import { thumbnailFor, thumbnailsIn } from './thumbnails.ts';
import type { FolderListing, LeftOut } from './walk.ts';

const HTML = /\.html?$/i;

/**
 * The draft of a folder in which every slide is an HTML file: those in `slides/` or, if there are none, those at the top level.
 */
export async function draftSlides(root: string, listing: FolderListing): Promise<DeckDraft> {
  const slideFiles = findSlides(listing.files);
  const readText = textReader(root, listing.files);
  const thumbnails = thumbnailsIn(listing.files);
  const slides: SlideFields[] = [];
  for (const file of slideFiles) {
    const html = (await readText(file)) ?? '';
    const label = headingOf(html) ?? titleOf(html);
    slides.push({
      file,
      ...(label !== undefined && { label }),
      notes: await speakerNotes(file, html, readText),
      thumbnail: thumbnailFor(file, thumbnails),
    });
  }
  const noteSources = new Set(slideFiles.flatMap(noteFiles));
  const noteFilesFound = listing.files.filter((path) => noteSources.has(path));
  return {
    kind: 'slides',
    title: basename(resolve(root)),
    architecture: slideFiles.every((file) => !file.includes('/')) ? 'multi-file-flat' : 'multi-file',
    slides,
    files: await contentsOf(
      root,
      listing.files.filter((path) => !noteSources.has(path)),
    ),
    conversionMode: 'slides',
    leftOut: [...listing.leftOut, ...noteFilesFound.map(includedAsNotes)],
    remarks: [],
  };
}

function findSlides(files: readonly string[]): string[] {
  const html = files.filter((path) => HTML.test(path));
  const inFolder = html.filter((path) => /^slides\/[^/]+$/.test(path));
  const slides = inFolder.length > 0 ? inFolder : html.filter((path) => !path.includes('/'));
  if (slides.length === 0) {
    throw new PackError(
      'No slides found: add HTML files to the folder or to its "slides" folder, or choose an HTML file with --entry.',
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
