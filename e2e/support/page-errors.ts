import type { BrowserContext } from '@playwright/test';

/** Collects what pages complain about; a test that has not said so beforehand fails for it. */
export class PageErrors {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#seen.push(`console.error: ${message.text()} (${message.location().url})`);
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
