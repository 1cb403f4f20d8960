import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { firstLine, writeTally, type Tally } from './tally.ts';

/**
 * Playwright reporter that counts tests. An error outside of any test, such as a file that does not load, counts as one failed
 * test.
 */
export default class PlaywrightTally implements Reporter {
  private root: Suite | undefined;
  private readonly errors: Tally['failed'] = [];

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.root = suite;
  }

  onError(error: TestError): void {
    this.errors.push({ name: error.location?.file ?? 'outside of any test', message: firstLine(error.message) });
  }

  async onEnd(): Promise<void> {
    const tally: Tally = { passed: 0, failed: [...this.errors], skipped: [], flaky: [] };
    for (const test of this.root?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === 'expected' || outcome === 'flaky') tally.passed += 1;
      else if (outcome === 'skipped') tally.skipped.push({ name: test.title, reason: reasonOf(test.annotations) });
      else tally.failed.push({ name: nameOf(test), message: firstLine(test.results.at(-1)?.error?.message) });
      if (outcome === 'flaky') tally.flaky.push(nameOf(test));
    }
    await writeTally(tally);
  }
}

/** File and titles of a test. */
function nameOf(test: TestCase): string {
  return test.titlePath().slice(2).join(' › ');
}

function reasonOf(annotations: readonly { type: string; description?: string }[]): string {
  return annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? '';
}
