import { textReader, type DeckDraft, type DeckFiles } from './draft.ts';
import { speakerNotes } from './notes.ts';
import { recognize } from './recognize.ts';
import { countInside } from './slides-inside.ts';
import { thumbnailFor, thumbnailsIn } from './thumbnails.ts';
import { titleOfDeck } from './titles.ts';

/** The draft of an HTML document that is packed unchanged, as the only slide of the package. */
export async function draftWhole(entry: string, html: string, files: DeckFiles): Promise<DeckDraft> {
  const kind = recognize(html);
  const title = titleOfDeck(html, kind);
  // The notes in a deck with slides of its own belong to those slides. Only a plain document is a single slide.
  const notes = await speakerNotes(entry, kind === 'plain' ? html : '', textReader(files));
  const inside = countInside(html, kind);
  return {
    kind,
    title,
    architecture: kind === 'deck-stage' ? 'single-file-deckstage' : 'single-file-html',
    slides: [
      {
        file: entry,
        ...(title !== undefined && { label: title }),
        notes,
        thumbnail: thumbnailFor(entry, thumbnailsIn(files.keys())),
      },
    ],
    files,
    sourceEntry: entry,
    conversionMode: 'kept-whole',
    ...(inside !== undefined && { inside }),
  };
}
