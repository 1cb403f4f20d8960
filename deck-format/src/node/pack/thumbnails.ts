import { join } from 'node:path';
import { isRasterImage } from '../../content-type.ts';
import { baseName } from '../write/build-manifest.ts';
import { fileContent } from '../write/content.ts';
import type { DeckDraft } from './draft.ts';
import { listFolder } from './walk.ts';

/** Folder of a deck in which a picture named like a slide is taken for that slide's thumbnail. */
const THUMBNAIL_FOLDER = 'thumbnails';

/** The pictures that are named like slides, by their paths without an ending. */
export type Thumbnails = ReadonlyMap<string, string>;

/** Finds them among a deck's files; where two have one name the first counts. */
export function thumbnailsIn(files: Iterable<string>): Thumbnails {
  const found = new Map<string, string>();
  for (const path of files) {
    if (!path.startsWith(`${THUMBNAIL_FOLDER}/`) || !isRasterImage(path)) continue;
    const stem = path.replace(/\.[^.]+$/, '');
    if (!found.has(stem)) found.set(stem, path);
  }
  return found;
}

/** The thumbnail that belongs to a slide: `thumbnails/<base>.png` (or another raster type), else null. */
export function thumbnailFor(slide: string, thumbnails: Thumbnails): string | null {
  return thumbnails.get(`${THUMBNAIL_FOLDER}/${baseName(slide)}`) ?? null;
}

/** Adds the pictures of a folder that are named like slides (`01.png` for `slides/01.html`) as their thumbnails. */
export async function addThumbnails(draft: DeckDraft, folder: string): Promise<DeckDraft> {
  const pictures = thumbnailsIn((await listFolder(folder)).files.map((path) => `${THUMBNAIL_FOLDER}/${path}`));
  const files = new Map(draft.files);
  const slides = [];
  for (const slide of draft.slides) {
    const picture = thumbnailFor(slide.file, pictures);
    if (picture !== null) files.set(picture, await fileContent(join(folder, picture.slice(THUMBNAIL_FOLDER.length + 1))));
    slides.push(picture === null ? slide : { ...slide, thumbnail: picture });
  }
  return { ...draft, files, slides };
}
