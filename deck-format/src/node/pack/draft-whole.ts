import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { titleOf } from '../html/text.ts';
import { baseName } from '../write/build-manifest.ts';
import { contentsOf, textReader, type DeckDraft } from './draft.ts';
import { speakerNotes } from './notes.ts';
import { outsideHosts } from './outside-hosts.ts';
import { recognize, type DeckKind } from './recognize.ts';
import { thumbnailFor, thumbnailsIn } from './thumbnails.ts';
import type { FolderListing } from './walk.ts';

/** The draft of an HTML document that is packed unchanged, as the only slide of the package. */
export async function draftWhole(root: string, entry: string, listing: FolderListing): Promise<DeckDraft> {
  const html = await readFile(join(root, entry), 'utf8');
  const kind = recognize(html);
  const title = titleOf(html) ?? baseName(entry);
  // The notes in a deck with slides of its own belong to those slides. Only a plain document is a single slide.
  const notes = await speakerNotes(entry, kind === 'plain' ? html : '', textReader(root, listing.files));
  return {
    kind,
    title,
    architecture: kind === 'deck-stage' ? 'single-file-deckstage' : 'single-file-html',
    slides: [{ file: entry, label: title, notes, thumbnail: thumbnailFor(entry, thumbnailsIn(listing.files)) }],
    files: await contentsOf(root, listing.files),
    sourceEntry: entry,
    conversionMode: 'kept-whole',
    leftOut: listing.leftOut,
    remarks: [...remarksOn(kind), ...outsideHosts(html)],
  };
}

function remarksOn(kind: DeckKind): string[] {
  if (kind !== 'slidev') return [];
  return [
    'Navigation in Slidev decks only works if they were built with "routerMode: hash" and "--base ./"; otherwise build the deck again.',
  ];
}
