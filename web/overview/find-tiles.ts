import type { TextPiece } from '#web/ui/MarkedText.tsx';
import type { Tile } from './tiles.ts';

export interface FoundTile {
  readonly tile: Tile;
  /** The text that matched; null if the label and number match alone. */
  readonly excerpt: readonly TextPiece[] | null;
}

/** Characters of a note shown before and after a match. */
const BEFORE = 30;
const AFTER = 90;

/**
 * Tiles whose label, number or notes contain every word of the query, ignoring case and accents, and those on whose slides the server has
 * found it.
 *
 * @param found the texts that the server has found, by the number of the slide as users see it, from 0
 */
export function findTiles(
  tiles: readonly Tile[],
  query: string,
  found: ReadonlyMap<number, readonly TextPiece[]> = new Map(),
): FoundTile[] {
  const words = plain(query).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return tiles.map((tile) => ({ tile, excerpt: null }));
  return tiles.flatMap((tile): FoundTile[] => {
    const excerpt = found.get(tile.current);
    if (excerpt !== undefined) return [{ tile, excerpt }];
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

function excerptOf(text: string, at: number): TextPiece[] {
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + AFTER);
  const piece = text.slice(start, end).replaceAll(/\s+/gu, ' ').trim();
  return [{ text: `${start > 0 ? '…' : ''}${piece}${end < text.length ? '…' : ''}`, match: false }];
}
