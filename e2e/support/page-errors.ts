import type { BrowserContext } from '@playwright/test';

/** Playwright's recorder injects a script into every frame, which still pictures refuse. */
const RECORDER_IN_STILL = /^Blocked script execution in '[^']+\?still' /;

/** Collects errors of pages; unexpected ones fail the test. */
export class PageErrors {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error' && !RECORDER_IN_STILL.test(message.text()))
        this.#seen.push(`console.error: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const error = webError.error();
      this.#seen.push(`uncaught: ${error.stack ?? error.message}`);
    });
  }

  /** Declares errors that this test expects. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  unexpected(): string[] {
    return this.#seen.filter((line) => !this.#expected.some((pattern) => pattern.test(line)));
  }
}
