import type { Stroke } from '#shared/ink.ts';

/**
 * The strokes of one slide as this window knows them. Strokes are a set: they are drawn and erased, never changed, so
 * that news may come in any order and twice, and an erased stroke stays erased.
 */
export interface InkSet {
  /** What the server has told of, by id. */
  readonly kept: ReadonlyMap<string, Stroke>;
  /** Ids that the server says are erased: no later news brings them back. */
  readonly erased: ReadonlySet<string>;
  /** Drawn by this person and not yet taken by the server. */
  readonly drawing: ReadonlyMap<string, Unsettled<Stroke>>;
  /** Erased by this person, and the server does not know yet. */
  readonly erasing: ReadonlyMap<string, Unsettled<string>>;
}

/** `stored`: it has been seen among the unsent work of this device, so when it is there no longer it was sent or discarded. */
interface Unsettled<Thing> {
  readonly thing: Thing;
  readonly stored: boolean;
}

export type InkChange =
  | { readonly is: 'made'; readonly drawn: readonly Stroke[]; readonly erased: readonly string[] }
  /** Everything that this device has still to send. */
  | { readonly is: 'unsent'; readonly drawn: readonly Stroke[]; readonly erased: readonly string[] }
  /** The server has taken this of what was unsent. */
  | { readonly is: 'sent'; readonly drawn: readonly Stroke[]; readonly erased: readonly string[] }
  /** From the server: what somebody drew and erased. */
  | { readonly is: 'news'; readonly drawn: readonly Stroke[]; readonly erased: readonly string[] }
  /** The server's whole list; `knownBefore` is what was kept when it was asked for. */
  | { readonly is: 'read'; readonly drawn: readonly Stroke[]; readonly knownBefore: ReadonlySet<string> };

export const NO_INK: InkSet = { kept: new Map(), erased: new Set(), drawing: new Map(), erasing: new Map() };

export function withChange(ink: InkSet, change: InkChange): InkSet {
  switch (change.is) {
    case 'made':
      return {
        ...ink,
        drawing: withUnsettled(ink.drawing, change.drawn, idOf, false),
        erasing: withUnsettled(ink.erasing, change.erased, itself, false),
      };
    case 'unsent':
      return {
        ...ink,
        drawing: withUnsettled(stillFresh(ink.drawing, change.drawn, idOf), change.drawn, idOf, true),
        erasing: withUnsettled(stillFresh(ink.erasing, change.erased, itself), change.erased, itself, true),
      };
    case 'sent': {
      const unheard = change.drawn.filter(({ id }) => !ink.kept.has(id));
      return withNews(
        ink,
        unheard.map((stroke) => ink.drawing.get(stroke.id)?.thing ?? stroke),
        change.erased,
      );
    }
    case 'news':
      return withNews(ink, change.drawn, change.erased);
    case 'read': {
      const listed = new Set(change.drawn.map(idOf));
      return withNews(
        ink,
        change.drawn,
        [...change.knownBefore].filter((id) => !listed.has(id)),
      );
    }
  }
}

/** What is to be seen, in the order in which it lies: the server's first, what was drawn here on top. */
export function visibleStrokes({ kept, erased, drawing, erasing }: InkSet): Stroke[] {
  const isThere = ({ id }: Stroke) => !erased.has(id) && !erasing.has(id);
  const mine = [...drawing.values()].map(({ thing }) => thing).filter(({ id }) => !kept.has(id));
  return [...[...kept.values()].toSorted(byAge), ...mine.toSorted(byAge)].filter(isThere);
}

function withNews(ink: InkSet, drawn: readonly Stroke[], gone: readonly string[]): InkSet {
  const erased = gone.length === 0 ? ink.erased : new Set([...ink.erased, ...gone]);
  const kept = new Map(ink.kept);
  for (const stroke of drawn) kept.set(stroke.id, stroke);
  for (const id of erased) kept.delete(id);
  return { ...ink, kept, erased };
}

type Unsettleds<Thing> = ReadonlyMap<string, Unsettled<Thing>>;

function withUnsettled<Thing>(
  known: Unsettleds<Thing>,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  stored: boolean,
): Unsettleds<Thing> {
  if (things.length === 0) return known;
  const all = new Map(known);
  // What was drawn here knows more, such as whose strokes were brought back: it stays as it is.
  for (const thing of things) all.set(nameOf(thing), { thing: known.get(nameOf(thing))?.thing ?? thing, stored });
  return all;
}

function stillFresh<Thing>(
  known: Unsettleds<Thing>,
  unsent: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Unsettleds<Thing> {
  const waiting = new Set(unsent.map(nameOf));
  return new Map([...known].filter(([name, { stored }]) => !stored || waiting.has(name)));
}

function byAge(one: Stroke, other: Stroke): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

const idOf = ({ id }: Stroke): string => id;
const itself = (id: string): string => id;
