import type { Reporter, TestModule } from 'vitest/node';
import { leaveTally, type Tally } from './tally.ts';

/** Where a whole suite is left out Vitest has no place for the reason: those suites print it as they load. */
const WHOLE_SUITE = 'a suite that cannot run here; the line "… left out: …" above says why';

/** Counts what Vitest ran. A file that could not even be loaded counts as one failed test. */
export default class VitestTally implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): Promise<void> {
    const tally: Tally = { passed: 0, failed: unhandledErrors.length, skipped: [], flaky: [] };
    for (const module of modules) {
      if (module.errors().length > 0) tally.failed += 1;
      for (const suite of module.children.allSuites()) if (suite.errors().length > 0) tally.failed += 1;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') tally.passed += 1;
        else if (result.state === 'failed') tally.failed += 1;
        else
          tally.skipped.push({
            name: test.fullName,
            reason: result.state === 'skipped' ? (result.note ?? WHOLE_SUITE) : 'never ran',
          });
      }
    }
    await leaveTally(tally);
  }
}
