/** Rows of a list in pages, of which one at a time is in memory. */
export type Pages<Row extends object = object> = AsyncGenerator<readonly Row[], void>;

/**
 * Reads a list page by page.
 *
 * @param size the maximum number of rows of a page
 * @param read reads at most `size` rows after `last`; null: from the beginning
 */
export async function* inPages<Row extends object>(
  size: number,
  read: (last: Row | null) => PromiseLike<readonly Row[]>,
): Pages<Row> {
  let last: Row | null = null;
  do {
    const rows: readonly Row[] = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.length < size ? null : (rows.at(-1) ?? null);
  } while (last !== null);
}

/** The text of a JSON object. Lists are written page by page; other members as they are. */
export async function* jsonText(members: Readonly<Record<string, Pages | object | null>>): AsyncGenerator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(members)) {
    yield `${before}\n${JSON.stringify(name)}: `;
    before = ',';
    if (value !== null && Symbol.asyncIterator in value) yield* listText(value);
    else yield JSON.stringify(value);
  }
  yield '\n}\n';
}

async function* listText(pages: Pages): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of pages) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}
