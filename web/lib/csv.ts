/**
 * A cell that begins so may be read as a formula by spreadsheets, some of which skip spaces and know the signs in full width. Anyone may
 * have written it.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Some spreadsheets also split at semicolons and tabs, so that the rest of a cell would be one of its own. */
const SPECIAL = /[",;\t\r\n]/;

/** Without this mark, Excel does not read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A table as CSV (RFC 4180), for spreadsheets, with a byte order mark. Texts that could be formulas begin with an apostrophe.
 *
 * @param head the names of the columns
 */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
