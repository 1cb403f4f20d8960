const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([A-Za-z_$][\w$]*)|(-?\d[\w.+-]*)|([[\]{}:,])/y;
const LITERALS = new Set(['true', 'false', 'null']);

/**
 * Parses the JavaScript object or array literal after the first match of `prefix`. Besides JSON, it may contain unquoted keys, single
 * quotes, comments and trailing commas. Undefined if it contains anything else: code is not run.
 */
export function looseObjectAt(text: string, prefix: RegExp): unknown {
  const match = prefix.exec(text);
  if (!match) return undefined;
  const json = strictJson(text, match.index + match[0].length);
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

function strictJson(text: string, from: number): string | undefined {
  const out: string[] = [];
  let depth = 0;
  TOKEN.lastIndex = from;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    const [, quoted, word, number, mark] = token;
    if (mark === '[' || mark === '{') depth++;
    if (mark === ']' || mark === '}') depth--;
    if ((mark === ']' || mark === '}') && out.at(-1) === ',') out.pop();
    const piece =
      mark ??
      number ??
      (quoted === undefined ? undefined : requoted(quoted)) ??
      (word === undefined ? undefined : bareWord(word));
    if (piece !== undefined) out.push(piece);
    if (depth === 0 && out.length > 0) return out.join('');
  }
  return undefined;
}

function bareWord(word: string): string {
  return LITERALS.has(word) ? word : JSON.stringify(word);
}

function requoted(quoted: string): string {
  if (quoted.startsWith('"')) return quoted;
  return `"${quoted.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
}
