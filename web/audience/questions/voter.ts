/** What the page knows of the visitor in one talk. */
interface Kept {
  readonly talkId: string;
  /** A random text by which votes count once. It says nothing about the visitor, and is another one in the next talk. */
  readonly voter: string;
  readonly name: string;
  /** The ids of questions. */
  readonly voted: readonly string[];
}

const KEY = 'lectern.voter';

/** Who the visitor is in a talk: kept by this browser, so that votes outlast the page. Without storage, until it is closed. */
export class Voter {
  #kept: Kept;

  constructor(talkId: string) {
    const kept = read();
    this.#kept = kept?.talkId === talkId ? kept : { talkId, voter: crypto.randomUUID(), name: '', voted: [] };
    this.#keep({});
  }

  get id(): string {
    return this.#kept.voter;
  }

  get name(): string {
    return this.#kept.name;
  }

  set name(name: string) {
    this.#keep({ name });
  }

  hasVoted(questionId: string): boolean {
    return this.#kept.voted.includes(questionId);
  }

  setVoted(questionId: string, voted: boolean): void {
    const others = this.#kept.voted.filter((id) => id !== questionId);
    this.#keep({ voted: voted ? [...others, questionId] : others });
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // Storage is unavailable in frames of other sites in some browsers.
    }
  }
}

function read(): Kept | null {
  try {
    // Only this file writes it.
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
