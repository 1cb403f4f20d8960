import JSON5 from 'json5';
import jsTokens from 'js-tokens';
import { isPossiblePath, MAX_REFERENCE, type Reference, type ReferenceKind } from './reference.ts';

/** A token that is neither white space nor a comment. */
interface Significant {
  readonly text: string;
  readonly isString: boolean;
  readonly offset: number;
}

const INSIGNIFICANT: ReadonlySet<string> = new Set([
  'WhiteSpace',
  'LineTerminatorSequence',
  'SingleLineComment',
  'MultiLineComment',
  'HashbangComment',
]);
const GLOBALS: ReadonlySet<string> = new Set(['window', 'self', 'globalThis']);
const META_URL = [',', 'import', '.', 'meta', '.', 'url'];
const WORKERS: ReadonlySet<string> = new Set(['Worker', 'SharedWorker']);
/** The longest sequence of tokens that is looked at: `new Worker(new URL('…', import.meta.url`. */
const WINDOW = 7 + META_URL.length;

/**
 * The files that a script loads, as far as literals show them: static and dynamic imports, `new URL('…', import.meta.url)`, workers,
 * `importScripts` and `fetch`. Other strings are possible paths.
 */
export function referencesInScript(script: string, offset = 0): Reference[] {
  const found: Reference[] = [];
  const window: Significant[] = [];
  let clause: string | null = null;
  for (const token of tokensOf(script, offset)) {
    window.push(token);
    if (window.length > WINDOW) window.shift();
    clause = nextClause(clause, token, window);
    const moduleUrl = urlOfModule(window);
    if (moduleUrl) found.push(moduleUrl);
    if (!token.isString || token.text.length > MAX_REFERENCE) continue;
    const kind = kindOf(window, clause) ?? (isPossiblePath(token.text) ? 'possible' : undefined);
    if (kind !== undefined) found.push({ target: token.text, offset: token.offset, kind });
  }
  return found;
}

/** The significant tokens. Strings and templates without substitutions have their values. */
function* tokensOf(script: string, offset: number): Iterable<Significant> {
  let at = offset;
  for (const { type, value } of tolerant(jsTokens(script))) {
    const isString = type === 'StringLiteral' || type === 'NoSubstitutionTemplate';
    if (!INSIGNIFICANT.has(type)) yield { text: isString ? stringValue(value) : value, isString, offset: at };
    at += value.length;
  }
}

/** Ends at a literal that is too long for the regular expressions of the tokenizer. They throw a `RangeError`. */
function* tolerant<T>(tokens: Iterable<T>): Iterable<T> {
  const iterator = tokens[Symbol.iterator]();
  for (;;) {
    let next;
    try {
      next = iterator.next();
    } catch (error) {
      if (error instanceof RangeError) return;
      throw error;
    }
    if (next.done === true) return;
    yield next.value;
  }
}

function stringValue(literal: string): string {
  const bare = literal.slice(1, -1);
  if (!bare.includes('\\') || literal.length > MAX_REFERENCE) return bare;
  try {
    return String(JSON5.parse(`"${bare.replaceAll('"', String.raw`\"`)}"`));
  } catch {
    return bare;
  }
}

/**
 * The clause of an import or export declaration: `import` or `export` until its specifier, `import(` or `importScripts` until its
 * parenthesis ends. Null outside of one.
 */
function nextClause(clause: string | null, { text, isString }: Significant, window: readonly Significant[]): string | null {
  if (isString) return clause;
  const before = window.at(-2)?.text;
  if (before !== '.' && (text === 'import' || text === 'export' || text === 'importScripts')) return text;
  switch (clause) {
    case 'import':
    case 'export':
      // What can be between the keyword and the specifier.
      return /^[{},*\p{L}_$]/u.test(text) ? clause : null;
    case 'importScripts':
      return text === ')' ? null : clause;
    default:
      return null;
  }
}

/** The reference of `new URL('…', import.meta.url`, if the window ends with it. */
function urlOfModule(window: readonly Significant[]): Reference | undefined {
  if (window.at(-1)?.text !== 'url') return undefined;
  const [keyword, name, opening, target, ...rest] = window.slice(-4 - META_URL.length);
  const matches =
    keyword?.text === 'new' &&
    name?.text === 'URL' &&
    opening?.text === '(' &&
    rest.every(({ text }, at) => text === META_URL[at]);
  if (!matches || rest.length < META_URL.length || target?.isString !== true) return undefined;
  const [outer, callee, parenthesis] = window;
  const isWorker =
    window.length === WINDOW && outer?.text === 'new' && WORKERS.has(callee?.text ?? '') && parenthesis?.text === '(';
  return { target: target.text, offset: target.offset, kind: isWorker ? 'worker-file' : 'file' };
}

/** How the string at the end of the window is loaded. Undefined if it is not. */
function kindOf(window: readonly Significant[], clause: string | null): ReferenceKind | undefined {
  const [object, dot, name, last] = [window.at(-5), window.at(-4), window.at(-3), window.at(-2)].map((token) => token?.text);
  if (clause === 'importScripts' && (last === '(' || last === ',')) return 'file';
  if (last === 'import') return 'module';
  if (last === 'from' && (clause === 'import' || clause === 'export')) return 'module';
  if (last !== '(') return undefined;
  if (name === 'import' && dot !== '.') return 'optional-module';
  if (name === 'fetch' && (dot !== '.' || GLOBALS.has(object ?? ''))) return 'document';
  if (WORKERS.has(name ?? '') && dot === 'new') return 'worker';
  return undefined;
}
