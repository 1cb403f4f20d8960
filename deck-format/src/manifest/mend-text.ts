export interface MendedText<T> {
  readonly value: T;
  /** Where text was mended, as `slides[3].notes`; at most a hundred places. */
  readonly places: readonly string[];
}

const MAX_PLACES = 100;
/** UTF-16 units of a key that are shown in a place. */
const SHOWN_KEY = 64;

/**
 * A JSON value with every NUL and every half of a surrogate pair replaced by U+FFFD. Producers cut notes at a number
 * of UTF-16 units, through the middle of an emoji if need be; databases refuse such text. Also leaves out keys named
 * `__proto__`, which some ways of copying an object obey instead of copying. What needs no mending is not copied.
 */
export function mendText<T>(value: T): MendedText<T> {
  const mender = new Mender();
  const copy = mender.mend(value);
  // The copy has the shape of the original: only characters inside of strings differ.
  return { value: copy as T, places: mender.places };
}

class Mender {
  readonly places: string[] = [];
  readonly #way: (string | number)[] = [];

  /** Recursion is bounded by the depth that the JSON was allowed. */
  mend(value: unknown): unknown {
    if (typeof value === 'string') return this.#mendString(value);
    if (Array.isArray(value)) return this.#mendList(value);
    return isObject(value) ? this.#mendObject(value) : value;
  }

  #mendString(text: string): string {
    if (text.isWellFormed() && !text.includes('\0')) return text;
    if (this.places.length < MAX_PLACES) this.places.push(shownPlace(this.#way));
    return clean(text);
  }

  #mendList(list: readonly unknown[]): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [at, item] of list.entries()) {
      this.#way.push(at);
      const mended = this.mend(item);
      this.#way.pop();
      if (mended !== item) (copy ??= [...list])[at] = mended;
    }
    return copy ?? list;
  }

  #mendObject(original: JsonObject): JsonObject {
    const keys = Object.keys(original);
    let copy: [string, unknown][] | undefined;
    for (const [at, key] of keys.entries()) {
      this.#way.push(key);
      const [name, item] = [this.#mendString(key), this.mend(original[key])];
      this.#way.pop();
      const isKept = key !== '__proto__';
      if (!isKept || name !== key || item !== original[key]) copy ??= keys.slice(0, at).map((known) => [known, original[known]]);
      if (isKept) copy?.push([name, item]);
    }
    return copy ? Object.fromEntries(copy) : original;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** `['slides', 3, 'notes']` → `slides[3].notes`; long keys are cut. */
function shownPlace(way: readonly (string | number)[]): string {
  const steps = way.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step.slice(0, SHOWN_KEY)}`));
  return clean(steps.join('').replace(/^\./, ''));
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
