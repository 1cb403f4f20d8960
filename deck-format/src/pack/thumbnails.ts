import { isRasterImage } from '../content-type.ts';
import { baseName } from '../write/build-manifest.ts';
import type { Content } from '../write/content.ts';
import type { DeckDraft } from './draft.ts';

/** The folder of a deck with thumbnails. A picture in it is the thumbnail of the slide with the same base name. */
const THUMBNAIL_FOLDER = 'thumbnails';

/** Thumbnails by their path without the extension. */
export type Thumbnails = ReadonlyMap<string, string>;

/** Finds the thumbnails among the files of a deck. If two differ only in the extension, the first one is used. */
export function thumbnailsIn(files: Iterable<string>): Thumbnails {
  const found = new Map<string, string>();
  for (const path of files) {
    if (!path.startsWith(`${THUMBNAIL_FOLDER}/`) || !isRasterImage(path)) continue;
    const stem = path.replace(/\.[^.]+$/, '');
    if (!found.has(stem)) found.set(stem, path);
  }
  return found;
}

/** The thumbnail of a slide: `thumbnails/<base>.png`, or another raster image type. Null if there is none. */
export function thumbnailFor(slide: string, thumbnails: Thumbnails): string | null {
  return thumbnails.get(`${THUMBNAIL_FOLDER}/${baseName(slide)}`) ?? null;
}

/** Adds pictures, given by file name, as thumbnails: `01.png` is the thumbnail of `slides/01.html`. */
export function addThumbnails(draft: DeckDraft, pictures: ReadonlyMap<string, Content>): DeckDraft {
  const found = thumbnailsIn([...pictures.keys()].map((name) => `${THUMBNAIL_FOLDER}/${name}`));
  const files = new Map(draft.files);
  const slides = draft.slides.map((slide) => {
    const path = thumbnailFor(slide.file, found);
    const picture = path === null ? undefined : pictures.get(path.slice(THUMBNAIL_FOLDER.length + 1));
    if (path === null || !picture) return slide;
    files.set(path, picture);
    return { ...slide, thumbnail: path };
  });
  return { ...draft, files, slides };
}
