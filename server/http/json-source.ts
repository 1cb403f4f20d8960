/**
 * Reads JSON as text, where parsing would lose information (how a value is written) or cost too much (very deep nesting). Both
 * functions take text that `JSON.parse` accepts or that will be passed to it.
 */

/** True when arrays and objects nest deeper than `limit`. Brackets inside strings do not count. */
export function nestsDeeperThan(source: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '"') at = stringEnd(source, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/**
 * The exact source text of member `name` of the object in `source`; undefined when there is none. If several members have
 * the same name, the last one counts, as in `JSON.parse`.
 */
export function memberSource(source: string, name: string): string | undefined {
  let found: string | undefined;
  let at = source.indexOf('{') + 1;
  for (;;) {
    const keyStart = source.indexOf('"', at);
    if (keyStart === -1) return found;
    const keyEnd = stringEnd(source, keyStart);
    const valueStart = source.indexOf(':', keyEnd) + 1;
    const valueEnd = memberEnd(source, valueStart);
    if (JSON.parse(source.slice(keyStart, keyEnd)) === name) found = source.slice(valueStart, valueEnd).trim();
    at = valueEnd + 1;
  }
}

/** Where the string that opens at `start` ends: after its closing quote, or at the end of truncated text. */
function stringEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== '"') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Where the value that starts at or after `start` ends: at the comma or bracket that belongs to the enclosing object. */
function memberEnd(source: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < source.length) {
    const character = source[at];
    if (character === '"') at = stringEnd(source, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (depth === 0 && (character === ',' || character === '}')) return at;
    else if (character === '}' || character === ']') depth -= 1;
    at += 1;
  }
  return at;
}
