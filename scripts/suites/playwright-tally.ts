import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type Failure, firstLine, paragraph, writeTally, type Tally } from './tally.ts';

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
      else tally.failed.push(failureOf(test, test.results.at(-1)?.error));
      if (outcome === 'flaky') tally.flaky.push(failureOf(test, test.results[0]?.error));
    }
    await writeTally(tally);
  }
}

/** Names the test by its file and titles and the line of it that failed, even if the error was thrown by a helper. */
function failureOf(test: TestCase, error: TestError | undefined): Failure {
  const line = linesIn(test.location.file, error?.stack)[0] ?? error?.location?.line;
  const place = line === undefined ? '' : ` (line ${String(line)})`;
  return { name: `${test.titlePath().slice(2).join(' › ')}${place}`, message: paragraph(error?.message, 5) };
}

/** The lines of a file that a stack trace names, the innermost call first. */
function linesIn(file: string, stack = ''): number[] {
  return stack.split('\n').flatMap((call) => {
    const at = call.indexOf(`${file}:`);
    return at === -1 ? [] : [Number.parseInt(call.slice(at + file.length + 1), 10)];
  });
}

function reasonOf(annotations: readonly { type: string; description?: string }[]): string {
  return annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? '';
}
