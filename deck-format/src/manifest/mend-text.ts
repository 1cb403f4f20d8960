export interface MendedText<T> {
  readonly value: T;
  /** Where text was mended, as `slides[3].notes`; at most a hundred places. */
  readonly places: readonly string[];
}

const MAX_PLACES = 100;

/**
 * Copies a JSON value with every NUL and every half of a surrogate pair replaced by U+FFFD. Producers cut notes at
 * a number of UTF-16 units, through the middle of an emoji if need be; databases refuse such text. Also leaves out
 * keys named `__proto__`, which some ways of copying an object obey instead of copying.
 */
export function mendText<T>(value: T): MendedText<T> {
  const places: string[] = [];
  const copy = mend(value, '', places);
  // The copy has the shape of the original: only characters inside of strings differ.
  return { value: copy as T, places };
}

/** Recursion is bounded by the depth that the JSON was allowed. */
function mend(value: unknown, place: string, places: string[]): unknown {
  if (typeof value === 'string') return mendString(value, place, places);
  if (Array.isArray(value)) return value.map((item, at) => mend(item, `${place}[${at}]`, places));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(
    fields.map(([key, item]) => {
      const shownAt = place === '' ? key : `${place}.${key}`;
      return [mendString(key, shownAt, places), mend(item, shownAt, places)];
    }),
  );
}

function mendString(text: string, place: string, places: string[]): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  if (places.length < MAX_PLACES) places.push(place.toWellFormed().replaceAll('\0', '\ufffd'));
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
