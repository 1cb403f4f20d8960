import { join } from 'node:path';
import { fileContent } from '../write/content.ts';
import type { DeckDraft } from './draft.ts';
import { THUMBNAIL_FOLDER, thumbnailFor, thumbnailsIn } from './thumbnails.ts';
import { listFolder } from './walk.ts';

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
