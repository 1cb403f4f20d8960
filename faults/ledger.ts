/** A value that clients have written. An unacknowledged write may take effect at any time, or never. */
export class Written<Value> {
  #acknowledged: Value;
  readonly #open = new Set<Value>();

  constructor(value: Value) {
    this.#acknowledged = value;
  }

  /** Records a write that the server has acknowledged. */
  acknowledge(value: Value): void {
    this.#acknowledged = value;
    this.#open.delete(value);
  }

  /** Records a write that may or may not have taken effect. */
  leaveOpen(value: Value): void {
    this.#open.add(value);
  }

  /** Records the value that was found when no write could take effect any more. */
  settle(value: Value): void {
    this.#acknowledged = value;
    this.#open.clear();
  }

  get isCertain(): boolean {
    return this.#open.size === 0;
  }

  /** The value that was acknowledged last. */
  get last(): Value {
    return this.#acknowledged;
  }

  allows(value: Value): boolean {
    return this.#acknowledged === value || this.#open.has(value);
  }

  toString(): string {
    return [this.#acknowledged, ...this.#open].join(' or ');
  }
}

export type Place = 'library' | 'trash' | 'gone';

/** What one client knows about a deck that it has made. */
export interface KnownDeck {
  readonly id: string;
  /** SHA-256 of the current package in hexadecimal. */
  readonly digest: Written<string>;
  readonly place: Written<Place>;
  /** The note of the first slide. */
  readonly note: Written<string | null>;
  /** Ids of strokes on the first slide that the server has acknowledged. */
  readonly strokes: Set<string>;
}

/** A deck that may exist, because the request that makes it was not acknowledged. */
export interface PossibleDeck {
  readonly digest: string;
  readonly note: string | null;
}

export function isCertain({ digest, place, note }: KnownDeck): boolean {
  return digest.isCertain && place.isCertain && note.isCertain;
}

/** A promise of the product that does not hold. */
export class ViolationError extends Error {
  override readonly name = 'ViolationError';
}
