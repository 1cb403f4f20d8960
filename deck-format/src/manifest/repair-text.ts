export interface RepairedText<T> {
  readonly value: T;
  /** The paths of texts that were changed, such as `slides[3].notes`; at most 100. */
  readonly paths: readonly string[];
}

const MAX_PATHS = 100;
/** Longer keys are truncated in a path. In UTF-16 code units. */
const MAX_SHOWN_KEY = 64;

/**
 * Replaces every NUL and every lone surrogate in a JSON value by U+FFFD. Producers truncate notes at a number of UTF-16 code units,
 * which may split an emoji, and databases refuse such text. Also removes keys named `__proto__`, which change the prototype when an
 * object is copied by assignment. Parts without changes are not copied.
 */
export function repairText<T>(value: T): RepairedText<T> {
  const repairer = new TextRepairer();
  const copy = repairer.repair(value);
  // The copy has the shape of the original: it differs only in characters inside of strings.
  return { value: copy as T, paths: repairer.paths };
}

class TextRepairer {
  readonly paths: string[] = [];
  readonly #path: (string | number)[] = [];

  /** Recursive: the depth of the JSON is limited by `MAX_MANIFEST_DEPTH`. */
  repair(value: unknown): unknown {
    if (typeof value === 'string') return this.#repairString(value);
    if (Array.isArray(value)) return this.#repairList(value);
    return isObject(value) ? this.#repairObject(value) : value;
  }

  #repairString(text: string): string {
    if (text.isWellFormed() && !text.includes('\0')) return text;
    if (this.paths.length < MAX_PATHS) this.paths.push(shownPath(this.#path));
    return clean(text);
  }

  #repairList(list: readonly unknown[]): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [at, item] of list.entries()) {
      this.#path.push(at);
      const repaired = this.repair(item);
      this.#path.pop();
      if (repaired !== item) (copy ??= [...list])[at] = repaired;
    }
    return copy ?? list;
  }

  #repairObject(original: JsonObject): JsonObject {
    const keys = Object.keys(original);
    let copy: [string, unknown][] | undefined;
    for (const [at, key] of keys.entries()) {
      this.#path.push(key);
      const [name, item] = [this.#repairString(key), this.repair(original[key])];
      this.#path.pop();
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

/** `['slides', 3, 'notes']` → `slides[3].notes`. */
function shownPath(path: readonly (string | number)[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step.slice(0, MAX_SHOWN_KEY)}`));
  return clean(steps.join('').replace(/^\./, ''));
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
