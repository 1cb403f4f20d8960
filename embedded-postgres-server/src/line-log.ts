import type { Readable } from 'node:stream';

export type LineSink = (line: string) => void;

const MAX_LINE_CHARACTERS = 2_000;
const MAX_LINES_PER_WINDOW = 200;
const WINDOW_MS = 10_000;
const RECENT_LINES = 10;

/**
 * Passes on a program's output line by line, within limits: long lines are cut, and at most 200 lines are passed on in ten seconds,
 * followed by the number of lines left out.
 */
export class LineLog {
  readonly #sink: LineSink;
  readonly #recent: string[] = [];
  #windowStart = 0;
  #inWindow = 0;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** The last lines, for the error message of a failed start. */
  get recent(): string {
    return this.#recent.join('\n');
  }

  /**
   * Reads a stream to its end.
   * @param keep is called with every line and returns whether to pass it on.
   */
  follow(stream: Readable, keep: (line: string) => boolean = () => true): void {
    let partial = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      const lines = (partial + chunk).split('\n');
      partial = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS);
      for (const line of lines) {
        if (keep(line)) this.write(line);
      }
    });
    stream.on('end', () => this.write(partial));
    stream.on('error', () => this.write(partial)); // the program is gone, which its exit reports
  }

  write(line: string): void {
    const text = line.trimEnd().slice(0, MAX_LINE_CHARACTERS);
    if (text === '') return;
    this.#recent.push(text);
    if (this.#recent.length > RECENT_LINES) this.#recent.shift();
    this.#startWindow();
    this.#inWindow += 1;
    if (this.#inWindow <= MAX_LINES_PER_WINDOW) this.#sink(text);
  }

  #startWindow(): void {
    if (Date.now() - this.#windowStart < WINDOW_MS) return;
    const leftOut = this.#inWindow - MAX_LINES_PER_WINDOW;
    if (leftOut > 0) this.#sink(`(${leftOut} lines left out)`);
    this.#windowStart = Date.now();
    this.#inWindow = 0;
  }
}
