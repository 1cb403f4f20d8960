import { type ChildProcess, fork } from 'node:child_process';
import type { ReadAnswer, ReadRequest } from './protocol.ts';

/**
 * The limit of the JavaScript heap in megabytes. The largest manifest that the format allows takes 96. A worker thread with
 * `resourceLimits` would be cheaper, but V8 ends the whole process when one large object exceeds the limit of a thread.
 */
const HEAP_MEGABYTES = 128;
/** The same as for the server, so that streamed bytes are released early. */
const SEMI_SPACE_MEGABYTES = 4;
/** The number of last characters that are kept of a process's standard error. */
const LAST_WORDS_MAX = 2000;

/** Why a process gave no answer: it was not ready in time, it took too long, it ran out of memory, or it failed in another way. */
export type EndReason = 'start' | 'time' | 'memory' | 'failure';

/** A reader process has ended without an answer. */
export class ReaderEndedError extends Error {
  override readonly name = 'ReaderEndedError';
  readonly reason: EndReason;

  constructor(reason: EndReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * A process that reads packages, one at a time. It shares neither memory nor secrets nor threads with the server. `program` is a module
 * that calls `serveReads`.
 */
export class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;
  readonly #ended = Promise.withResolvers<never>();
  #lastWords = '';
  #overdue: 'start' | 'time' | null = null;
  #usable = true;

  /** @param startMilliseconds how long the process may take until it is ready */
  constructor(program: URL, startMilliseconds: number) {
    this.#child = fork(program, {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, `--max-semi-space-size=${SEMI_SPACE_MEGABYTES}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#ended.promise.catch(() => undefined); // between two reads nothing awaits it
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS_MAX);
    });
    this.#child.once('error', (cause) => this.#end('failure', `the reader process could not be started: ${cause.message}`));
    // 'close' is emitted after standard error has been read.
    this.#child.once('close', (code, signal) => {
      const how = `the reader process ended with ${signal ?? `code ${code}`}: ${this.#lastWords}`;
      this.#end(this.#overdue ?? reasonOf(signal), how);
    });
    this.#ready = this.#within(startMilliseconds, this.#message(), 'start');
    this.#ready.catch(() => undefined); // `read` awaits it
  }

  /** False after the process has ended or was told to end. */
  get usable(): boolean {
    return this.#usable;
  }

  /**
   * @param limitMilliseconds counted from when the process is ready
   * @throws ReaderEndedError; the process cannot be used afterwards
   */
  async read(request: ReadRequest, limitMilliseconds: number): Promise<ReadAnswer> {
    await this.#ready;
    const answer = this.#message();
    this.#child.send(request, () => undefined); // if the process has ended, `#ended` rejects
    // The program at the other end is our own.
    return (await this.#within(limitMilliseconds, answer, 'time')) as ReadAnswer;
  }

  /** Ends the process immediately. */
  end(): void {
    this.#usable = false;
    this.#child.kill('SIGKILL');
  }

  #message(): Promise<unknown> {
    return new Promise((resolve) => {
      this.#child.once('message', resolve);
    });
  }

  /** @throws ReaderEndedError, also when the time is over; the process is then ended first */
  async #within<Result>(milliseconds: number, work: Promise<Result>, limit: 'start' | 'time'): Promise<Result> {
    const timer = setTimeout(() => {
      this.#overdue = limit;
      this.end();
    }, milliseconds);
    try {
      return await Promise.race([work, this.#ended.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #end(reason: EndReason, message: string): void {
    this.#usable = false;
    this.#ended.reject(new ReaderEndedError(reason, message));
  }
}

/** V8 aborts when the heap is full. The kernel kills the process when the memory of the machine is full. */
function reasonOf(signal: NodeJS.Signals | null): EndReason {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP' ? 'memory' : 'failure';
}
