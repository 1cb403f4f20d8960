/**
 * Looks at JSON as text, where parsing would lose what matters (the letter of a value) or cost too
 * much (endless nesting). Both functions take text that `JSON.parse` accepts, or will be given.
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
 * The very text of member `name` of the object that `source` is; undefined when it has none.
 * Of several members with one name the last counts, as it does for `JSON.parse`.
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

/** Where the string that opens at `start` ends: behind its closing quote, or at the end of a cut text. */
function stringEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== '"') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Where the value that starts at or behind `start` ends: at the comma or bracket that belongs to the object around it. */
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
