/** Which item of the palette is selected. */
export interface Choice {
  /** The text for which the items are shown. */
  readonly text: string;
  /** The key of the selected item; null if none is. */
  readonly key: string | null;
  /** Whether an item has been selected for this text, by the palette or by the user. */
  readonly isMade: boolean;
}

interface Shown {
  readonly text: string;
  /** The keys of all items, in their order. */
  readonly keys: readonly string[];
  /** Whether nothing that is still expected can come before the first item. */
  readonly isFirstFinal: boolean;
}

/**
 * The selection after the shown items have changed; `before` itself if it stays as it was. Enter runs what is selected, so what arrives
 * never selects another item: the first one is selected once for each text, and a selected item that is gone leaves nothing selected.
 */
export function choiceAmong(before: Choice | null, { text, keys, isFirstFinal }: Shown): Choice {
  const first = isFirstFinal ? keys[0] : undefined;
  if (before?.text !== text) return { text, key: first ?? null, isMade: first !== undefined };
  if (before.key !== null) return keys.includes(before.key) ? before : { ...before, key: null };
  return before.isMade || first === undefined ? before : { text, key: first, isMade: true };
}

/** The selection after an arrow key: the next or the previous item, around the ends. */
export function choiceAfter({ text, key }: Choice, keys: readonly string[], step: 1 | -1): Choice {
  const at = key === null ? -1 : keys.indexOf(key);
  const next = at === -1 ? (step === 1 ? 0 : keys.length - 1) : (at + step + keys.length) % keys.length;
  return { text, key: keys[next] ?? null, isMade: true };
}
