import type { Deck } from '#shared/decks.ts';
import type { Member } from '#shared/deck-people.ts';
import type { SearchHit } from '#shared/search.ts';
import type { FoundPlace } from '#web/decks/slide-address.ts';
import type { PaletteCommand } from './palette-command.ts';

/** A line of the palette. `key` stays the same however the other lines change. */
export type PaletteItem = { readonly key: string } & (
  | { readonly is: 'deck'; readonly deck: Deck; readonly title: SearchHit['snippet'] }
  | { readonly is: 'slide'; readonly hit: SearchHit; readonly place: FoundPlace }
  /** Leads to the page with all that is found. */
  | { readonly is: 'all'; readonly text: string }
  | { readonly is: 'person'; readonly person: Member }
  | { readonly is: 'command'; readonly command: PaletteCommand }
);

export interface PaletteGroup {
  readonly name: 'recent' | 'decks' | 'slides' | 'people' | 'commands';
  readonly items: readonly PaletteItem[];
}

/** What the server has found for a text. */
export interface Found {
  readonly hits: readonly SearchHit[];
  readonly people: readonly Member[];
  /** The text of the hits, if nothing was found for what is typed. */
  readonly suggestion: string | null;
}

/** So that the slides are not far below. */
const DECKS_MAX = 6;
const SLIDES_MAX = 20;
/** From this length on, a text that begins a command is meant as one. */
const COMMAND_MIN = 2;

/** The lines for an empty field: the decks that were opened last, then what can be done here. */
export function groupsAtFirst(recent: readonly Deck[], commands: readonly PaletteCommand[]): PaletteGroup[] {
  return filled([
    { name: 'recent', items: recent.map(deckItem) },
    { name: 'commands', items: commands.map(commandItem) },
  ]);
}

/** The lines for a text. Commands come first if one of them begins with it, otherwise last, so that no word of a slide runs one. */
export function groupsFor(
  text: string,
  { hits, people, suggestion }: Found,
  commands: readonly PaletteCommand[],
): PaletteGroup[] {
  const matching = commands.filter((command) => isNamed(command, text));
  const ofCommands: PaletteGroup = { name: 'commands', items: matching.map(commandItem) };
  const found: PaletteGroup[] = [
    { name: 'decks', items: decksOf(hits) },
    { name: 'slides', items: hits.length === 0 ? [] : [...slidesOf(hits), { key: 'all', is: 'all', text: suggestion ?? text }] },
    { name: 'people', items: people.map((person) => ({ key: `person:${person.id}`, is: 'person', person })) },
  ];
  return filled(beginsCommand(matching, text) ? [ofCommands, ...found] : [...found, ofCommands]);
}

/** Whether a text is the beginning of a command, so that commands come first. */
export function beginsCommand(commands: readonly PaletteCommand[], text: string): boolean {
  const typed = plain(text);
  return typed.length >= COMMAND_MIN && commands.some((command) => namesOf(command).some((name) => name.startsWith(typed)));
}

function filled(groups: readonly PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}

function deckItem(deck: Deck): PaletteItem {
  return { key: `deck:${deck.id}`, is: 'deck', deck, title: [{ text: deck.title, match: false }] };
}

function commandItem(command: PaletteCommand): PaletteItem {
  return { key: `command:${command.id}`, is: 'command', command };
}

function decksOf(hits: readonly SearchHit[]): PaletteItem[] {
  const titles = hits.filter(({ field }) => field === 'title').slice(0, DECKS_MAX);
  return titles.map(({ deck, snippet }) => ({ key: `deck:${deck.id}`, is: 'deck', deck, title: snippet }));
}

/** A slide is one line, with its best hit, wherever else on it the words were found. */
function slidesOf(hits: readonly SearchHit[]): PaletteItem[] {
  const slides = new Map<string, PaletteItem>();
  for (const hit of hits) {
    if (hit.slideIndex === null) continue;
    const place = { slideIndex: hit.slideIndex, inner: hit.inner };
    const key = `slide:${hit.deck.id}:${place.slideIndex}:${place.inner ?? ''}`;
    if (!slides.has(key)) slides.set(key, { key, is: 'slide', hit, place });
  }
  return [...slides.values()].slice(0, SLIDES_MAX);
}

/** Whether each word of the text begins a word of one of the names. */
function isNamed(command: PaletteCommand, text: string): boolean {
  const typed = wordsOf(text);
  return (
    typed.length > 0 && namesOf(command).some((name) => typed.every((word) => wordsOf(name).some((own) => own.startsWith(word))))
  );
}

function namesOf({ label, names = [] }: PaletteCommand): string[] {
  return [label, ...names].map(plain);
}

function wordsOf(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
