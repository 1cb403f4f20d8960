import type { Tile } from './tiles.ts';

export interface FoundTile {
  readonly tile: Tile;
  /** The part of the notes that matched; null if the label and number match alone. */
  readonly excerpt: string | null;
}

/** Characters of a note shown before and after a match. */
const BEFORE = 30;
const AFTER = 90;

/** Tiles whose label, number or notes contain every word of the query, ignoring case and accents. */
export function findTiles(tiles: readonly Tile[], query: string): FoundTile[] {
  const words = plain(query).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return tiles.map((tile) => ({ tile, excerpt: null }));
  return tiles.flatMap((tile) => {
    const heading = plain(`${tile.current + 1} ${tile.label}`);
    const inNotes = words.filter((word) => !heading.includes(word));
    const notes = tile.notes.join('\n');
    const plainNotes = plain(notes);
    if (inNotes.some((word) => !plainNotes.includes(word))) return [];
    return [{ tile, excerpt: inNotes[0] === undefined ? null : excerptOf(notes, plainNotes.indexOf(inNotes[0])) }];
  });
}

/** Removes case and accents character by character, so that indexes in the result are indexes in `text`. */
function plain(text: string): string {
  return Array.from(text, (character) => {
    const [base = character] = character.normalize('NFD').toLowerCase();
    return base.padEnd(character.length);
  }).join('');
}

function excerptOf(text: string, at: number): string {
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + AFTER);
  const piece = text.slice(start, end).replaceAll(/\s+/gu, ' ').trim();
  return `${start > 0 ? '…' : ''}${piece}${end < text.length ? '…' : ''}`;
}
