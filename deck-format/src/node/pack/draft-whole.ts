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

/** One HTML document that runs its own presentation, kept as it is with its files, as one slide of the package. */
export async function draftWhole(root: string, entry: string, listing: FolderListing): Promise<DeckDraft> {
  const html = await readFile(join(root, entry), 'utf8');
  const kind = recognize(html);
  const title = titleOf(html) ?? baseName(entry);
  // Notes inside of a deck kept whole belong to its own slides; only a plain document is one slide by itself.
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
    'Slidev decks turn slides only when they were built with "routerMode: hash" and "--base ./"; build it again if slides do not turn.',
  ];
}
