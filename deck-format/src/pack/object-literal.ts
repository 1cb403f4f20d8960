import JSON5 from 'json5';
import jsTokens, { type Token } from 'js-tokens';
import { markupOf } from '../html/markup.ts';

/** The size of a literal that is read, in tokens. The manifest of a deck with 500 slides has about 20,000. */
const MAX_TOKENS = 200_000;

/**
 * The object or array literal that a script in the document assigns to `name`, as in `window.DECK_MANIFEST = { … }`. It is read as
 * JSON5, which is JSON with comments, single quotes, keys without quotes and trailing commas. Undefined if there is none, or if it
 * contains anything else: scripts are not run.
 */
export function assignedLiteral(html: string, name: string): unknown {
  for (const markup of markupOf(html)) {
    if (markup.type !== 'text' || markup.within !== 'script' || !markup.text.includes(name)) continue;
    const literal = literalAssignedTo(name, markup.text);
    if (literal !== undefined) return parsed(literal);
  }
  return undefined;
}

/** The text of the literal: from its opening bracket to the closing one. */
function literalAssignedTo(name: string, script: string): string | undefined {
  let expected: 'name' | '=' | 'bracket' | 'end' = 'name';
  let depth = 0;
  let tokens = 0;
  const pieces: string[] = [];
  for (const token of jsTokens(script)) {
    if (expected === 'end') {
      pieces.push(token.value);
      depth += nesting(token);
      if (depth === 0) return pieces.join('');
      if (++tokens > MAX_TOKENS) return undefined;
    } else if (expected === 'bracket' && nesting(token) === 1) {
      expected = 'end';
      depth = 1;
      pieces.push(token.value);
    } else if (!isBlank(token)) {
      if (token.type === 'IdentifierName' && token.value === name) expected = '=';
      else expected = expected === '=' && token.value === '=' ? 'bracket' : 'name';
    }
  }
  return undefined;
}

function nesting({ type, value }: Token): number {
  if (type !== 'Punctuator') return 0;
  if (value === '{' || value === '[') return 1;
  return value === '}' || value === ']' ? -1 : 0;
}

function isBlank({ type }: Token): boolean {
  return (
    type === 'WhiteSpace' || type === 'LineTerminatorSequence' || type === 'MultiLineComment' || type === 'SingleLineComment'
  );
}

function parsed(literal: string): unknown {
  try {
    return JSON5.parse(literal);
  } catch {
    return undefined;
  }
}
