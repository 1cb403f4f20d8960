import type { Stroke } from '#shared/ink.ts';

/**
 * The strokes of one slide as this window knows them. Strokes are drawn and erased but never changed, so events may arrive in any
 * order and repeatedly, and an erased stroke stays erased.
 */
export interface InkSet {
  /** Strokes on the server, by id. */
  readonly kept: ReadonlyMap<string, Stroke>;
  /** Ids that are erased on the server. Later events do not bring them back. */
  readonly erased: ReadonlySet<string>;
  /** Drawn by this user and not yet confirmed by the server. */
  readonly drawing: ReadonlyMap<string, Unsettled<Stroke>>;
  /** Erased by this user and not yet confirmed by the server. */
  readonly erasing: ReadonlyMap<string, Unsettled<string>>;
}

/** `stored`: it was part of this device's unsent changes, so if it is missing there now, it was sent or discarded. */
interface Unsettled<Thing> {
  readonly thing: Thing;
  readonly stored: boolean;
}

export type InkChange =
  | { readonly is: 'made'; readonly drawn: readonly Stroke[]; readonly erased: readonly string[] }
  /** All changes that this device still has to send. */
  | { readonly is: 'unsent'; readonly drawn: readonly Stroke[]; readonly erased: readonly string[] }
  /** Unsent changes that the server has accepted. */
  | { readonly is: 'sent'; readonly drawn: readonly Stroke[]; readonly erased: readonly string[] }
  /** A live event: strokes that someone drew and erased. */
  | { readonly is: 'event'; readonly drawn: readonly Stroke[]; readonly erased: readonly string[] }
  /** The complete list of the server; `knownBefore` are the ids in `kept` when it was requested. */
  | { readonly is: 'read'; readonly drawn: readonly Stroke[]; readonly knownBefore: ReadonlySet<string> };

export const NO_INK: InkSet = { kept: new Map(), erased: new Set(), drawing: new Map(), erasing: new Map() };

/** Applies a change to the strokes of a slide. */
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
      const unknown = change.drawn.filter(({ id }) => !ink.kept.has(id));
      return withEvent(
        ink,
        unknown.map((stroke) => ink.drawing.get(stroke.id)?.thing ?? stroke),
        change.erased,
      );
    }
    case 'event':
      return withEvent(ink, change.drawn, change.erased);
    case 'read': {
      const listed = new Set(change.drawn.map(idOf));
      return withEvent(
        ink,
        change.drawn,
        [...change.knownBefore].filter((id) => !listed.has(id)),
      );
    }
  }
}

/** The visible strokes from bottom to top: the server's first, then unsent ones. */
export function visibleStrokes({ kept, erased, drawing, erasing }: InkSet): Stroke[] {
  const isThere = ({ id }: Stroke) => !erased.has(id) && !erasing.has(id);
  const mine = [...drawing.values()].map(({ thing }) => thing).filter(({ id }) => !kept.has(id));
  return [...[...kept.values()].toSorted(byAge), ...mine.toSorted(byAge)].filter(isThere);
}

function withEvent(ink: InkSet, drawn: readonly Stroke[], gone: readonly string[]): InkSet {
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
  // The local stroke has more data, such as the author of a restored stroke, so it is kept.
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
