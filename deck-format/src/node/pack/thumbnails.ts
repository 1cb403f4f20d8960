import { isRasterImage } from '../../content-type.ts';
import { baseName } from '../write/build-manifest.ts';

/** Folder of a deck in which a picture named like a slide is taken for that slide's thumbnail. */
export const THUMBNAIL_FOLDER = 'thumbnails';

/** The thumbnail that belongs to a slide: `thumbnails/<base>.png` (or another raster type), else null. */
export function thumbnailFor(slide: string, files: Iterable<string>): string | null {
  const wanted = `${THUMBNAIL_FOLDER}/${baseName(slide)}`;
  for (const path of files) {
    if (isRasterImage(path) && path.replace(/\.[^.]+$/, '') === wanted) return path;
  }
  return null;
}
