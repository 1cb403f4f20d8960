export type Path = readonly (string | number)[];

/** A value that contains no other values, with its path. */
export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Every leaf of a JSON value. */
export function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  const entries = Array.isArray(value) ? value.map((item, at) => [at, item] as const) : Object.entries(value);
  return entries.flatMap(([key, member]) => leavesOf(member, [...path, key]));
}

/** A copy of a JSON value with the value at a path replaced. */
export function replacedAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === key ? replacedAt(item, rest, replacement) : item));
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, [key]: replacedAt(Reflect.get(value, key), rest, replacement) };
}
