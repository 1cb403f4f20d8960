import { ReaderProcess } from './reader-process.ts';

/** Options that replace the defaults. */
export interface ReaderPoolOptions {
  /** The program of the processes: a module that calls `serveReads`. */
  readonly program?: URL;
  /** How long a new process may take until it is ready. */
  readonly startMilliseconds?: number;
}

const READER = new URL('reader.ts', import.meta.url);
/** A process that is not ready after this time was started on a machine that is too busy. */
const START_MILLISECONDS = 60_000;
/** A process that has been idle for this long is ended. */
const IDLE_MILLISECONDS = 60_000;

/** Processes that read packages. They are started when they are needed, and kept for the next package. */
export class ReaderPool {
  readonly #options: Required<ReaderPoolOptions>;
  #idle: { readonly reader: ReaderProcess; readonly timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<ReaderProcess>();

  constructor(options: ReaderPoolOptions = {}) {
    this.#options = { program: READER, startMilliseconds: START_MILLISECONDS, ...options };
  }

  /** The number of processes, with those that are idle. */
  get size(): number {
    return this.#all.size;
  }

  /** Runs work with a process that nothing else uses meanwhile. */
  async with<Result>(work: (reader: ReaderProcess) => Promise<Result>): Promise<Result> {
    const reader = this.#take();
    try {
      return await work(reader);
    } finally {
      this.#giveBack(reader);
    }
  }

  /** Ends all processes. None may be reading. */
  close(): void {
    for (const { timer } of this.#idle) clearTimeout(timer);
    for (const reader of this.#all) reader.end();
  }

  /** Takes the most recently used process, so that the others can end, or starts one. */
  #take(): ReaderProcess {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.reader.usable) return kept.reader;
      this.#all.delete(kept.reader);
    }
    const reader = new ReaderProcess(this.#options.program, this.#options.startMilliseconds);
    this.#all.add(reader);
    return reader;
  }

  #giveBack(reader: ReaderProcess): void {
    if (!reader.usable) return void this.#all.delete(reader);
    this.#idle.push({ reader, timer: setTimeout(() => this.#retire(reader), IDLE_MILLISECONDS).unref() });
  }

  #retire(reader: ReaderProcess): void {
    this.#idle = this.#idle.filter((idle) => idle.reader !== reader);
    this.#all.delete(reader);
    reader.end();
  }
}
