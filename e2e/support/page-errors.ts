import type { BrowserContext } from '@playwright/test';

/** Playwright's recorder puts a script of its own into every frame; those that show a still picture of a slide run none. */
const RECORDER_IN_STILL = /^Blocked script execution in '[^']+\?still' /;

/** Collects what pages complain about; a test that has not said so beforehand fails for it. */
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

  /** This test is about something that complains in these words. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  unexpected(): string[] {
    return this.#seen.filter((line) => !this.#expected.some((pattern) => pattern.test(line)));
  }
}
