import type { JobBrowser } from './browser.ts';
import type { RenderLimits } from './limits.ts';
import { memoryOfTree } from './memory.ts';
import type { RenderFailure } from './protocol.ts';

const MEMORY_EVERY_MS = 200;

/** The job has come to its end before its time; the reason of the signal that stops it. */
export class JobEnded extends Error {
  readonly reason: RenderFailure;

  constructor(reason: RenderFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** Aborts its signal, and kills the browser, when the job goes over a limit of the whole job. */
export class Watch {
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #memory: NodeJS.Timeout;
  #bytes = 0;
  readonly #limits: RenderLimits;
  readonly #browser: JobBrowser;

  /** @param ms the time for the job */
  constructor(browser: JobBrowser, limits: RenderLimits, ms: number, signal: AbortSignal) {
    this.#limits = limits;
    this.#browser = browser;
    this.signal = AbortSignal.any([signal, this.#ending.signal]);
    this.#timer = setTimeout(() => this.#end('deck_timeout'), ms);
    this.#memory = setInterval(() => this.#checkMemory(), MEMORY_EVERY_MS);
    void browser.ended.then(() => this.#end('browser_ended'));
    signal.addEventListener('abort', () => void browser.kill(), { once: true });
  }

  /** Counts the bytes of a picture, or of what a PDF is made of. @throws JobEnded if there are too many */
  addOutput(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.outputBytes) this.endAsTooLarge();
  }

  /** Ends a job whose result would be larger than is allowed. */
  endAsTooLarge(): never {
    this.#end('too_large');
    throw this.signal.reason;
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#memory);
  }

  #checkMemory(): void {
    const bytes = memoryOfTree(this.#browser.pid);
    if (bytes !== null && bytes > this.#limits.memoryBytes) this.#end('memory');
  }

  #end(reason: RenderFailure): void {
    this.#ending.abort(new JobEnded(reason));
    void this.#browser.kill();
  }
}
