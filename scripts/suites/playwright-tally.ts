import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';
import { writeTally, type Tally } from './tally.ts';

/**
 * Playwright reporter that counts tests. An error outside of any test, such as a file that does not load, counts as one failed
 * test.
 */
export default class PlaywrightTally implements Reporter {
  private root: Suite | undefined;
  private errors = 0;

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.root = suite;
  }

  onError(): void {
    this.errors += 1;
  }

  async onEnd(): Promise<void> {
    const tally: Tally = { passed: 0, failed: this.errors, skipped: [], flaky: [] };
    for (const test of this.root?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === 'expected' || outcome === 'flaky') tally.passed += 1;
      else if (outcome === 'skipped') tally.skipped.push({ name: test.title, reason: reasonOf(test.annotations) });
      else tally.failed += 1;
      if (outcome === 'flaky') tally.flaky.push(test.titlePath().slice(2).join(' › '));
    }
    await writeTally(tally);
  }
}

function reasonOf(annotations: readonly { type: string; description?: string }[]): string {
  return annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? '';
}
