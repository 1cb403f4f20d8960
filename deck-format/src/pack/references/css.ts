import { tokenizer, TokenType } from '@csstools/css-tokenizer';
import type { Reference } from './reference.ts';

const URL_FUNCTIONS: ReadonlySet<string> = new Set(['url', 'src', 'image-set', '-webkit-image-set']);

/**
 * The URLs that a style sheet loads: `url(…)`, `src(…)`, `image-set(…)` and `@import`. A `@namespace` rule contains a URL that is not
 * loaded.
 *
 * @param kind `file` for a file, `document` for styles in a document
 */
export function referencesInCss(css: string, kind: 'file' | 'document', offset = 0): Reference[] {
  const found: Reference[] = [];
  const functions: string[] = [];
  const add = (target: string, at: number): void => void found.push({ target, offset: offset + at, kind });
  const { endOfFile, nextToken } = tokenizer({ css });
  let rule = '';
  /** Whether the last token, except for white space, was `@import`. */
  let importing = false;
  while (!endOfFile()) {
    const token = nextToken();
    const [type, , start] = token;
    if (type === TokenType.Whitespace || type === TokenType.Comment) continue;
    const wasImporting = importing;
    importing = false;
    switch (type) {
      case TokenType.AtKeyword:
        rule = token[4].value.toLowerCase();
        importing = rule === 'import';
        break;
      case TokenType.Semicolon:
      case TokenType.OpenCurly:
        rule = '';
        break;
      case TokenType.Function:
        functions.push(token[4].value.toLowerCase());
        break;
      case TokenType.OpenParen:
        functions.push('');
        break;
      case TokenType.CloseParen:
        functions.pop();
        break;
      case TokenType.URL:
        if (rule !== 'namespace') add(token[4].value, start);
        break;
      case TokenType.String:
        if (wasImporting || (URL_FUNCTIONS.has(functions.at(-1) ?? '') && rule !== 'namespace')) add(token[4].value, start);
        break;
      default:
        break;
    }
  }
  return found;
}
