import type { BrowserContext } from '@playwright/test';

/** Playwright's recorder injects a script into every frame, which still pictures refuse. */
const RECORDER_IN_STILL = /^Blocked script execution in '[^']+\?still' /;

/** A card loads its slide, how far its pictures are, and what the player needs once the pointer is over it, maybe while its deck is being deleted. */
export const DELETED_MEANWHILE = /404 \(Not Found\) \(\S+\/(?:play\/|api\/trpc\/(?:openings|rendering)\.get)/;

/** Slidev asks for a wake lock and does not expect a refusal, which comes from browsers without a screen. */
const NO_WAKE_LOCK = /^uncaught: Wake Lock permission request denied/;

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
      const { name, message, stack } = webError.error();
      const line = `uncaught: ${stack || message || name || 'something that is no error'} (${webError.page()?.url() ?? 'no page'})`;
      if (!NO_WAKE_LOCK.test(line)) this.#seen.push(line);
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
